// Suits as paths around the origin, about 20 high, and the colours of their signs within text.

/** Blade, tiered roof, star and pierced disc: our own signs. */
export const SIGNS: Record<string, string> = {
  s: "M0-11.5L2.3-8.2V2H6.5V4.6H1.6V8.3A2 2 0 1 1-1.6 8.3V4.6H-6.5V2H-2.3V-8.2ZM-.5-7V1H.5V-7Z",
  p: "M0-11.5L1-8.8 6-6.2 5.4-4.4H3.7V-2.6L8-.4 7.4 1.6H4.9V3.8L10.5 6.2 9.7 8.4H6.8V11H1.8V6.8A1.8 1.8 0 0 0-1.8 6.8V11H-6.8V8.4H-9.7L-10.5 6.2-4.9 3.8V1.6H-7.4L-8-.4-3.7-2.6V-4.4H-5.4L-6-6.2-1-8.8Z",
  r: "M0-11.2L2.9-3.7 10.9-3.3 4.7 1.8 6.8 9.6 0 5.2-6.8 9.6-4.7 1.8-10.9-3.3-2.9-3.7Z",
  j: "M0-10.4A10.4 10.4 0 1 1-.01-10.4ZM0-3.7A3.7 3.7 0 1 0 .01-3.7Z",
};

export const INKS: Record<string, string> = { r: "#b82034", p: "#1c5fb8", j: "#117150" };
