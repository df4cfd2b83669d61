// A short tone when it is one's turn, made by the browser.

let player: AudioContext | null = null;

export function chime(): void {
  player ??= new AudioContext();
  const now = player.currentTime;
  for (const [at, pitch] of [
    [0, 659],
    [0.12, 880],
  ] as const) {
    const tone = player.createOscillator();
    const volume = player.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, now + at);
    volume.gain.linearRampToValueAtTime(0.12, now + at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, now + at + 0.35);
    tone.connect(volume).connect(player.destination);
    tone.start(now + at);
    tone.stop(now + at + 0.4);
  }
}
