// Short sounds of the board, computed by the browser.

import { settings } from './settings.js'

/** @typedef {'move' | 'capture' | 'check' | 'deploy' | 'end'} Sound */

/**
 * A tone: its wave, its frequency in hertz at the start and the end, when it begins and how long it
 * lasts in seconds, and its loudness. Noise has no frequency of its own; a filter gives it one.
 * @typedef {{wave: OscillatorType | 'noise', from: number, to: number, at: number, length: number, gain: number}} Tone
 */

/** @type {Record<Sound, Tone[]>} */
const SOUNDS = {
  // A piece is put down.
  move: [
    { wave: 'noise', from: 1800, to: 600, at: 0, length: 0.05, gain: 0.5 },
    { wave: 'sine', from: 210, to: 140, at: 0, length: 0.08, gain: 0.7 },
  ],
  // A dull blow.
  capture: [
    { wave: 'noise', from: 900, to: 120, at: 0, length: 0.22, gain: 0.9 },
    { wave: 'triangle', from: 170, to: 55, at: 0, length: 0.2, gain: 0.9 },
  ],
  // Two high tones.
  check: [
    { wave: 'triangle', from: 740, to: 740, at: 0, length: 0.11, gain: 0.4 },
    { wave: 'triangle', from: 988, to: 988, at: 0.11, length: 0.18, gain: 0.4 },
  ],
  // Two light steps.
  deploy: [
    { wave: 'noise', from: 2400, to: 1200, at: 0, length: 0.04, gain: 0.4 },
    { wave: 'sine', from: 300, to: 260, at: 0, length: 0.06, gain: 0.5 },
    { wave: 'sine', from: 400, to: 360, at: 0.07, length: 0.07, gain: 0.4 },
  ],
  // A chord that falls.
  end: [
    { wave: 'triangle', from: 523, to: 523, at: 0, length: 0.5, gain: 0.3 },
    { wave: 'triangle', from: 392, to: 392, at: 0.14, length: 0.5, gain: 0.3 },
    { wave: 'triangle', from: 330, to: 330, at: 0.28, length: 0.7, gain: 0.35 },
  ],
}

/** @type {AudioContext | null} */
let audio = null

/**
 * Plays a sound, if the settings allow it. Browsers allow sound after the first click or key.
 * @param {Sound} name
 */
export function playSound(name) {
  const { sound, volume } = settings()
  if (!sound || volume === 0 || document.visibilityState === 'hidden' || !navigator.userActivation?.hasBeenActive) return
  audio ??= new AudioContext()
  void audio.resume()
  const output = audio.createGain()
  // The ear judges loudness by powers.
  output.gain.value = (volume / 100) ** 2
  output.connect(audio.destination)
  for (const tone of SOUNDS[name]) playTone(audio, output, tone)
  performance.mark(`sound ${name}`)
}

/**
 * @param {AudioContext} context
 * @param {AudioNode} output
 * @param {Tone} tone
 */
function playTone(context, output, { wave, from, to, at, length, gain }) {
  const start = context.currentTime + at
  const envelope = context.createGain()
  envelope.gain.setValueAtTime(gain, start)
  envelope.gain.exponentialRampToValueAtTime(0.001, start + length)
  envelope.connect(output)
  const { source, pitch } = wave === 'noise' ? noise(context, length, envelope) : oscillator(context, wave, envelope)
  pitch.setValueAtTime(from, start)
  pitch.exponentialRampToValueAtTime(to, start + length)
  source.start(start)
  source.stop(start + length)
}

/**
 * @param {AudioContext} context
 * @param {OscillatorType} type
 * @param {AudioNode} output
 */
function oscillator(context, type, output) {
  const source = new OscillatorNode(context, { type })
  source.connect(output)
  return { source, pitch: source.frequency }
}

/**
 * @param {AudioContext} context
 * @param {number} length
 * @param {AudioNode} output
 */
function noise(context, length, output) {
  const buffer = context.createBuffer(1, Math.ceil(length * context.sampleRate), context.sampleRate)
  const samples = buffer.getChannelData(0)
  for (let i = 0; i < samples.length; i++) samples[i] = 2 * Math.random() - 1
  const source = new AudioBufferSourceNode(context, { buffer })
  const filter = new BiquadFilterNode(context, { type: 'lowpass' })
  source.connect(filter).connect(output)
  return { source, pitch: filter.frequency }
}

/**
 * The sound of a change from one position to the next; null if nothing is heard.
 * @param {Heard} before
 * @param {Heard} after
 * @returns {Sound | null}
 */
export function soundOf(before, after) {
  if (after.outcome && !before.outcome) return 'end'
  if (after.check && !before.check) return 'check'
  if (placementOf(before.units) === placementOf(after.units)) return null
  if (pieceCount(after.units) < pieceCount(before.units)) return 'capture'
  return after.session ? 'deploy' : 'move'
}

/** @typedef {Pick<import('./types.js').PositionView, 'units' | 'check' | 'outcome' | 'session'>} Heard */

/**
 * Which piece stands where. A promotion alone is silent.
 * @param {Record<string, string>} units
 */
function placementOf(units) {
  return Object.keys(units).sort().map((square) => `${square}${units[square].replaceAll('+', '')}`).join()
}

/** @param {Record<string, string>} units */
function pieceCount(units) {
  return Object.values(units).join('').replace(/[^a-z]/gi, '').length
}
