/** Recorded calls of cotulenh-core: the package answers alike, and `shadow` says so. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as api from 'cotulenh-bitboard'
import { replay } from './environments/transcripts.mjs'
import { transcripts } from './support.mjs'

const recorded = transcripts()
const { CoTuLenh, shadow } = api

/** `printBoard()` prints; its text is tested elsewhere. */
function silence(t) {
  t.mock.method(console, 'log', () => {})
}

test('transcripts: the package answers every call as recorded', (t) => {
  silence(t)
  assert.equal(recorded.length, 1044)
  for (const transcript of recorded) assert.equal(replay(api, transcript), undefined)
})

test('transcripts: a wrong answer is found', (t) => {
  silence(t)
  const changed = (index, result) => {
    const [transcript] = recorded
    return { ...transcript, steps: transcript.steps.map((step, i) => (i === index ? { ...step, result } : step)) }
  }
  for (const [i, { call, view }] of recorded[0].steps.entries()) {
    assert.equal(replay(api, changed(i, { $: 'planted' }))?.call, call, view)
  }
})

test('transcripts: shadow(A, A) reports nothing', (t) => {
  silence(t)
  const Shadow = shadow(CoTuLenh, CoTuLenh)
  for (const transcript of recorded) assert.equal(replay({ ...api, CoTuLenh: Shadow }, transcript), undefined)
  assert.deepEqual(Shadow.differences, [])
  assert.ok(Shadow.calls > 10_000, `only ${Shadow.calls} calls`)
})

/** The members of a game, or of its session, that transcripts call. */
function membersIn(pattern) {
  const calls = new Set(recorded.flatMap(({ steps }) => steps.map(({ call }) => call)))
  return [...calls].map((call) => pattern.exec(call)?.[1]).filter((name) => name !== undefined)
}

/** Replays transcripts that call a member until `shadow` reports its difference. */
function assertReported(call, B) {
  const Shadow = shadow(CoTuLenh, B)
  for (const transcript of recorded.filter(({ steps }) => steps.some((step) => step.call.startsWith(call)))) {
    replay({ ...api, CoTuLenh: Shadow }, transcript)
    if (Shadow.differences.length > 0) return
  }
  assert.fail(`the planted difference in ${call} is not reported`)
}

test('transcripts: shadow(A, B) reports a difference planted in any member of a game', (t) => {
  silence(t)
  const names = membersIn(/^(\w+)$/).filter((name) => name !== 'new')
  assert.ok(names.length > 50, names.join(' '))
  for (const name of names) {
    const { value, get } = Object.getOwnPropertyDescriptor(CoTuLenh.prototype, name)
    const planted = value === undefined ? { get: () => 'planted', set() {} } : { value: () => 'planted' }
    assert.ok(value ?? get, name)
    const B = class extends CoTuLenh {}
    Object.defineProperty(B.prototype, name, planted)
    assertReported(name, B)
  }
})

test('transcripts: shadow(A, B) reports a difference planted in any member of a session', (t) => {
  silence(t)
  const names = membersIn(/^session\.(\w+)/)
  assert.ok(names.length > 15, names.join(' '))
  for (const name of names) {
    const B = class extends CoTuLenh {
      getSession() {
        const session = super.getSession()
        const isMethod = typeof session?.[name] === 'function'
        if (session !== null) Object.defineProperty(session, name, { value: isMethod ? () => 'planted' : 'planted' })
        return session
      }
    }
    assertReported(`session.${name}`, B)
  }
})
