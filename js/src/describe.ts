/** Values in messages. */

/** Untrusted input as text for a message: shortened, and without exceptions of its own. */
export function describe(value: unknown): string {
  let text: string | undefined
  try {
    text = typeof value === 'string' ? value : JSON.stringify(value)
  } catch {
    text = undefined
  }
  text ??= typeof value === 'symbol' ? value.toString() : typeof value
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}
