// Refusals and faults in words, without a page: every code and variant has a text in every language,
// and all its parameters are filled in.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { change } from '../src/settings.js'

const LOCALES = new URL('../../locales/', import.meta.url)
const table = (language) => JSON.parse(readFileSync(new URL(`${language}.json`, LOCALES), 'utf8'))
const LANGUAGES = readdirSync(LOCALES).filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5))

// What the page needs of a browser: the languages, and the tables as the server sends them.
Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en'] }, configurable: true })
globalThis.fetch = async (path) => {
  const name = path.replace('/locales/', '').replace('.json', '')
  const index = () => LANGUAGES.map((language) => ({ language, name: table(language)['language.name'] }))
  return Response.json(name === 'index' ? index() : table(name))
}
const { loadTexts, language } = await import('../src/i18n.js')
const { reasonText, refusalText } = await import('../src/refusal-text.js')
const { faultText, pgnFaultText } = await import('../src/faults.js')

async function speak(code) {
  change('language', code)
  await loadTexts()
  assert.equal(language(), code)
}

const PARAMS = {
  unit: '(+TI)',
  by: 'n',
  friend: 'F',
  turn: 'b',
  square: 'd5',
  to: 'd7',
  commander: 'g1',
  enemy: 'e12',
  range: 2,
  distance: 3,
  defenders: ['c3', 'c4'],
  attackers: [{ square: 'e5', piece: '+t' }, { square: 'g8', piece: 'a' }],
}

for (const code of LANGUAGES) {
  test(`${code}: the text of every refusal is complete`, async () => {
    await speak(code)
    for (const key of Object.keys(table('en')).filter((key) => /^refusal\.[A-Z]/.test(key))) {
      const [, name, variant] = key.split('.')
      const text = reasonText({ code: name, variant, clause: '3.4', squares: [], params: PARAMS })
      assert.doesNotMatch(text, /[{}⟦⟧]|undefined|\[object/, key)
    }
  })
}

for (const code of LANGUAGES) {
  test(`${code}: the text of every fault is complete`, async () => {
    await speak(code)
    const params = { found: 'x', expected: '12', limit: 11, piece: 'T', unit: '(+TI)', color: 'r', step: 'T>d7', square: 'd5' }
    for (const key of Object.keys(table('en')).filter((key) => /^fault\.[A-Z]/.test(key))) {
      const [, name, variant] = key.split('.')
      const text = faultText({ code: name, variant, message: '', params })
      assert.doesNotMatch(text, /[{}⟦⟧]|undefined|\[object|^$/, key)
    }
  })
}

test('units, sides and lists are named', async () => {
  await speak('en')
  const text = (code, variant) => refusalText({ code, variant, clause: '3.4', squares: [], params: PARAMS })
  assert.equal(text('RIVER'), 'The heroic Tank is heavy: it crosses the river only on the bridges of files f and h. (rule 3.4)')
  assert.match(text('NOT_YOUR_PIECE'), /Blue is to move/)
  assert.match(text('AIR_DEFENSE', 'shotDown'), /on c3, c4\./)
  assert.match(text('COMMANDER_THREATENED'), /from: heroic Tank on e5, Artillery on g8\./)
  assert.equal(reasonText({ code: 'UNKNOWN', clause: '', squares: [], params: {} }), 'This piece cannot go there.')
})

test('faults are worded by code and variant, with their point', async () => {
  await speak('en')
  const fault = (more) => faultText({ message: 'in English', params: {}, ...more })
  assert.equal(fault({ code: 'FEN_INVALID_FORMAT', variant: 'missingCommander', params: { color: 'b' } }), 'Blue has no Commander.')
  assert.equal(fault({ code: 'FEN_INVALID_PIECE', variant: 'unknownPiece', location: { rank: 5, column: 1 }, params: { found: 'x' } }), 'rank 5: “x” is not a piece.')
  assert.equal(fault({ code: 'BOARD_INVALID_TERRAIN', variant: 'sea', location: { square: 'a5' }, params: { unit: '(+TI)' } }), 'a5: the heroic Tank cannot stand at sea.')
  assert.equal(fault({ code: 'NEW_CODE' }), 'in English')
  assert.equal(pgnFaultText({ body: { reason: 'badMove', token: 'Zz9' }, message: 'in English' }), '“Zz9”: no legal move matches.')
  const sea = { code: 'BOARD_INVALID_TERRAIN', variant: 'sea', location: { square: 'a5' }, params: { unit: 'T' } }
  assert.equal(pgnFaultText({ body: { reason: 'badFen', token: '6c4/…', errors: [sea] }, message: '' }), 'the FEN header is not a valid position. a5: the Tank cannot stand at sea.')
  assert.equal(pgnFaultText({ body: {}, message: 'in English' }), 'in English')
})
