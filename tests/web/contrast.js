// The visible texts whose contrast with what is behind them is below WCAG AA; of a gradient, the lightest colour counts.
() => {
  const linear = (value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const light = (rgb) => [0.2126, 0.7152, 0.0722].reduce((sum, share, i) => sum + share * linear(rgb[i] / 255), 0);
  const parse = (text) => (text.match(/[\d.]+/g) ?? []).map(Number);
  const over = (top, below) => {
    const a = top[3] ?? 1;
    return [0, 1, 2].map((i) => top[i] * a + below[i] * (1 - a));
  };
  function behind(element) {
    if (!element) return [255, 255, 255];
    const style = getComputedStyle(element);
    const stop = /rgba?\([^)]*\)/.exec(style.backgroundImage);
    const colour = stop ? parse(stop[0]) : parse(style.backgroundColor);
    return colour[3] === 0 ? behind(element.parentElement) : over(colour, behind(element.parentElement));
  }
  const faint = [];
  for (const element of document.querySelectorAll("body *")) {
    const text = [...element.childNodes]
      .filter((node) => node.nodeType === 3)
      .map((node) => node.data.trim())
      .join("");
    if (!text || !element.checkVisibility({ opacityProperty: true }) || element.closest(":disabled, option, svg"))
      continue;
    const below = behind(element);
    const [one, two] = [light(over(parse(getComputedStyle(element).color), below)), light(below)];
    const contrast = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
    if (contrast < 4.5) faint.push(`${text}: ${contrast.toFixed(2)}`);
  }
  return faint;
};
