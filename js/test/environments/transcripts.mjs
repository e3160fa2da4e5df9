/**
 * Replays transcripts: calls of cotulenh-core, recorded with their answers. Runs in Node and in
 * browsers.
 *
 * A transcript is `{name, area, steps: [{call, args, view?, result}]}`. What JSON cannot represent
 * is an object whose `$` names its kind: `undefined`, `Map`, `Set`, `MoveResult`, `error` and so on.
 */

const MISSING = Symbol('missing')

const isObject = (value) => value !== null && typeof value === 'object'
const mapValues = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))

/** The value of a recorded argument. */
function decode(value) {
  if (Array.isArray(value)) return value.map(decode)
  if (!isObject(value)) return value
  if (value.$ === 'undefined') return undefined
  if (value.$ === 'Map') return new Map(value.entries.map(([key, entry]) => [key, decode(entry)]))
  return mapValues(value, decode)
}

const isPiece = (value) =>
  value.type?.length === 1 && typeof value.color === 'string' && !('square' in value) && !('from' in value)

/** A piece without properties that may be missing: a false `heroic`, an empty `carrying`. */
function encodePiece({ type, color, heroic, carrying }) {
  return {
    type,
    color,
    ...(heroic ? { heroic: true } : {}),
    ...(carrying?.length > 0 ? { carrying: carrying.map(encodePiece) } : {}),
  }
}

const RESULT_FIELDS = [
  'color', 'from', 'to', 'piece', 'captured', 'flags', 'before', 'after', 'completed', 'stay', 'san', 'lan',
  'isDeploy', 'isCapture', 'isStayCapture', 'isSuicideCapture',
]
const LOCATION_FIELDS = ['rank', 'file', 'tokenIndex', 'charIndex', 'context']

/** Writes answers as the transcripts do. Properties that are undefined do not count. */
function encoder({ CoTuLenh, CotulenhError, MoveResult }) {
  function encode(value) {
    if (value === MISSING) return { $: 'missing' }
    if (value === undefined) return { $: 'undefined' }
    if (typeof value === 'function') return { $: 'function' }
    if (!isObject(value)) return value
    if (Array.isArray(value) || ArrayBuffer.isView(value)) return [...value].map(encode)
    if (value instanceof Map) return { $: 'Map', entries: [...value].map(([key, entry]) => [key, encode(entry)]) }
    if (value instanceof Set) return { $: 'Set', values: [...value].map(encode) }
    if (value instanceof MoveResult) return encodeResult(value)
    if (value instanceof CotulenhError) {
      const { name, code, message: text, metadata } = value
      return { $: 'CotulenhError', name, code, text, ...(metadata === undefined ? {} : { metadata: encode(metadata) }) }
    }
    if (value instanceof Error) return { $: 'Error' }
    if (value instanceof CoTuLenh) return { $: 'CoTuLenh' }
    if (typeof value.canCommit === 'function') {
      const { stackSquare, turn, isDeploy } = value
      return { $: 'session', stackSquare, turn, isDeploy }
    }
    return isPiece(value) ? encodePiece(value) : encodeFields(value)
  }

  function encodeResult(result) {
    const fields = RESULT_FIELDS.filter((name) => result[name] !== undefined).map((name) => {
      const isTaken = name === 'captured' && result.to instanceof Map
      // In a deploy, a captured stack counts as its pieces one by one.
      const value = isTaken ? result[name].flatMap((piece) => [{ ...piece, carrying: [] }, ...(piece.carrying ?? [])]) : result[name]
      return [name, encode(value)]
    })
    return { $: 'MoveResult', ...Object.fromEntries(fields) }
  }

  function encodeFields(object) {
    const encoded = {}
    for (const [name, value] of Object.entries(object)) {
      if (value === undefined || typeof value === 'function') continue
      if (name === 'location' && isObject(value)) {
        const place = LOCATION_FIELDS.filter((field) => value[field] !== undefined).map((field) => [field, value[field]])
        if (place.length > 0) encoded.location = Object.fromEntries(place)
      } else {
        // The words of texts for people do not count.
        const isText = ['message', 'reason'].includes(name) && typeof value === 'string'
        encoded[name] = isText ? { $: 'text' } : encode(value)
      }
    }
    return encoded
  }

  return encode
}

function withoutKey(value, name) {
  if (Array.isArray(value)) return value.map((item) => withoutKey(item, name))
  if (!isObject(value)) return value
  const { [name]: _, ...rest } = value
  return mapValues(rest, (item) => withoutKey(item, name))
}

function today() {
  const now = new Date()
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('.')
}

/** A PGN as its headers and the words of its moves, without numbers; neighbouring comments are one. */
function pgnParts(text, withFen) {
  const headers = [...text.matchAll(/^\[(\w+)\s+"([^"]*)"\]/gm)].map(([, name, value]) => [
    name,
    name === 'Date' && value === today() ? '<today>' : value,
  ])
  const words = text.replace(/^\[\w+\s+"[^"]*"\]/gm, '').match(/\{[^}]*\}|[^\s{}]+/g) ?? []
  const moves = []
  for (const word of words.map((word) => word.replace(/\s+/g, ' '))) {
    const joins = word.startsWith('{') && moves.at(-1)?.startsWith('{')
    if (joins) moves.push(`${moves.pop().slice(0, -1)} ${word.slice(1)}`)
    else if (!/^\d+\.+$/.test(word)) moves.push(word)
  }
  const counts = ([name]) => name !== 'LastGuardPromotion' && (withFen || name !== 'FEN')
  return { headers: headers.filter(counts), moves }
}

/** The part of an answer that is compared. */
const VIEWS = {
  any: () => ({ $: 'any' }),
  nosan: (answer) => withoutKey(answer, 'san'),
  nofen: (answer) => withoutKey(answer, 'FEN'),
  pgn: (answer) => pgnParts(answer, true),
  pgnnofen: (answer) => pgnParts(answer, false),
}

/** Makes the calls of one transcript. */
class Player {
  #api
  #game
  /** The last result that a call returned. */
  #last = null

  constructor(api) {
    this.#api = api
  }

  call(name, args) {
    if (name === 'new') return (this.#game = new this.#api.CoTuLenh(...args))
    if (name === 'createError.toJSON') {
      const { message: text, ...fields } = this.#api.createError(...args).toJSON()
      return { ...fields, text }
    }
    if (name.endsWith('=')) {
      this.#game[name.slice(0, -1)] = args[0]
      return undefined
    }
    const [, owner, member] = /^(?:(\w+)\.)?(.+)$/.exec(name)
    const value = this.#member(owner, member, args)
    const results = [value, value?.result].filter((found) => found instanceof this.#api.MoveResult)
    if (results.length > 0) this.#last = results[0]
    return owner === 'session' && member === 'commit' ? { result: value?.result } : value
  }

  #member(owner, member, args) {
    if (owner === 'MoveResult' && member === 'new') return new this.#api.MoveResult(...args)
    const owners = {
      exports: () => this.#api,
      CoTuLenh: () => this.#api.CoTuLenh,
      MoveResult: () => this.#api.MoveResult,
      result: () => this.#last,
      session: () => this.#game.getSession(),
    }
    const object = owner === undefined ? this.#game : owners[owner]()
    if (object === null) return null
    const [first, ...rest] = member.split('.')
    if (!(first in object)) return MISSING
    const value = typeof object[first] === 'function' ? object[first](...args) : object[first]
    return rest.reduce((found, key) => found[key], value)
  }
}

/** The same text for equal answers, whatever the order of properties. */
function canonical(answer) {
  const sorted = (_, value) =>
    isObject(value) && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value
  return JSON.stringify(answer, sorted)
}

/**
 * Replays a transcript against a package and returns the first step whose answer differs, or
 * undefined.
 */
export function replay(api, { name, steps }) {
  const encode = encoder(api)
  const player = new Player(api)
  for (const { call, args = [], view, result: expected } of steps) {
    let got
    try {
      got = encode(player.call(call, args.map(decode)))
      if (view !== undefined && got?.$ !== 'missing') got = VIEWS[view](got)
    } catch (error) {
      got = { $: 'error', ...(error instanceof api.CotulenhError ? { name: 'CotulenhError', code: error.code } : { name: 'Error' }) }
    }
    if (canonical(got) !== canonical(expected)) return { name, call, args, expected, got }
  }
  return undefined
}
