/** A number with a real minus sign; `signed`: with a plus, too. */
export function number(value: number, signed = false): string {
  if (value < 0) return `−${-value}`;
  return signed && value > 0 ? `+${value}` : String(value);
}
