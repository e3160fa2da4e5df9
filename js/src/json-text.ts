/** Parts of a JSON text as they were written. */

/**
 * The text of a field's value in a JSON object, which must be valid; undefined if it is absent. A
 * number that was parsed may be another one, such as an id with more than 15 digits.
 */
export function fieldText(json: string, name: string): string | undefined {
  let [depth, start] = [0, 0]
  let key: unknown
  let found: string | undefined
  for (let at = 0; at < json.length; at++) {
    const char = json[at]
    if (char === '"') {
      const end = endOfString(json, at)
      if (depth === 1 && key === undefined) key = JSON.parse(json.slice(at, end + 1))
      at = end
    } else if (char === '{' || char === '[') {
      depth++
    } else if (char === ':' && depth === 1) {
      start = at + 1
    } else if (depth === 1 && (char === ',' || char === '}')) {
      // As in JSON.parse, the last field of a name counts.
      if (key === name) found = json.slice(start, at).trim()
      key = undefined
    } else if (char === '}' || char === ']') {
      depth--
    }
  }
  return found
}

/** The index of the quote that ends the string that begins here. */
function endOfString(json: string, start: number): number {
  let at = start + 1
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at
}
