// Import and export of games and positions: FEN and PGN as text, files and links.

import { api, ApiError } from './api.js'
import { faultText, pgnFaultText } from './faults.js'
import { t } from './i18n.js'
import { readStudy, writeStudy } from './study-pgn.js'
import { createTree } from './tree.js'
import { button, dialog, el, toast } from './ui.js'

/** @import { Imported } from './study-pgn.js' */

/** The longest text of one request, in bytes. */
export const LONGEST_MESSAGE = 8000
/** The longest text that can be imported: the server's limit of a PGN. */
const LONGEST = 2 ** 20

/**
 * A link to a position. The server that opens it checks the position.
 * @param {string} fen
 */
function linkTo(fen) {
  // Slashes and spaces need no escape here, and are easier to read without.
  const text = encodeURIComponent(fen).replaceAll('%2F', '/').replaceAll('%20', '+')
  return `${location.origin}${location.pathname}#/analyse?fen=${text}`
}

/** @param {unknown} error */
export function tell(error) {
  if (!(error instanceof ApiError)) throw error
  const faults = error.body.errors
  toast(Array.isArray(faults) && faults.length > 0 ? faultText(faults[0]) : error.text, 'error')
}

/** @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text)
    toast(t('share.copied'))
  } catch {
    // Without permission the text can still be selected by hand.
    toast(t('share.notCopied'), 'error')
  }
}

/**
 * Downloads the text as a file.
 * @param {string} name
 * @param {string} text
 */
export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/x-chess-pgn' }))
  const link = el('a', { href: address, download: name })
  link.click()
  URL.revokeObjectURL(address)
}

/**
 * A read-only text with a button that copies it.
 * @param {string} label
 * @param {string} value
 * @param {...Node} more
 */
function exportField(label, value, ...more) {
  const field = value.includes('\n')
    ? el('textarea', { readonly: true, rows: 7, spellcheck: 'false' })
    : el('input', { type: 'text', readonly: true })
  field.value = value
  field.addEventListener('focus', () => field.select())
  return el(
    'div',
    { class: 'export' },
    el('label', { class: 'field field-wide' }, el('span', {}, label), field),
    el('div', { class: 'button-row' }, button(t('share.copy'), () => void copy(value)), ...more),
  )
}

/**
 * Shows a position and the game with its variations for export.
 * @param {Imported & {fen: string}} game
 */
export async function openExport({ fen, root, headers }) {
  // Link and FEN are ready at once; the server writes the PGN.
  const pgn = el('div', { class: 'export' }, el('p', { class: 'muted' }, t('share.writing')))
  void exportPgn(root, headers).then((field) => pgn.replaceWith(field))
  await dialog({ title: t('share.title'), body: [exportField(t('share.link'), linkTo(fen)), exportField('FEN', fen), pgn] })
}

/**
 * The game as PGN, or an error.
 * @param {Imported['root']} root
 * @param {Imported['headers']} headers
 */
async function exportPgn(root, headers) {
  try {
    const pgn = await writeStudy(root, headers)
    return exportField('PGN', pgn, button(t('share.download'), () => download('cotulenh.pgn', pgn)))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return el('p', { class: 'export fault', role: 'alert' }, t('share.noPgn', { message: error.text }))
  }
}

/**
 * Opens a dialog for text, pasted or from a file, until a text is accepted or the user cancels.
 * @param {object} options
 * @param {string} options.title
 * @param {string} options.label
 * @param {number} [options.longest] The largest file, in bytes.
 * @param {(text: string) => Promise<void>} options.take Throws an `ApiError` if the text cannot be
 *   read.
 */
export async function openImport({ title, label, longest = LONGEST, take }) {
  const fault = el('p', { class: 'fault', role: 'alert' })
  const area = el('textarea', { rows: 9, spellcheck: 'false', autocomplete: 'off', class: 'import-text' })
  const file = el('input', { type: 'file', accept: '.pgn,.fen,.txt,text/plain', onchange: () => void readFile() })
  async function readFile() {
    const [chosen] = file.files ?? []
    if (chosen) area.value = chosen.size > longest ? '' : await chosen.text()
    fault.textContent = chosen && chosen.size > longest ? t('share.tooLong') : ''
  }
  const body = [
    el('label', { class: 'field field-wide' }, el('span', {}, label), area),
    el('label', { class: 'field field-wide' }, el('span', {}, t('share.file')), file),
    fault,
  ]
  const actions = [
    { label: t('ui.cancel'), value: '' },
    { label: t('share.import'), value: 'import', primary: true },
  ]
  for (;;) {
    if ((await dialog({ title, body, actions })) !== 'import') return
    try {
      await take(area.value.trim())
      return
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      fault.textContent = importFault(error)
    }
  }
}

/** @param {ApiError} error */
function importFault(error) {
  const { errors: faults } = error.body
  const words = Array.isArray(faults) ? faults.map((fault) => faultText(fault)).join(' ') : ''
  if (error.code !== 'INVALID_PGN') return words || error.text
  return [t('share.badPgn', { message: pgnFaultText(error) }), words].filter((text) => text !== '').join(' ')
}

/**
 * Reads a FEN or a PGN.
 * @param {string} text
 * @returns {Promise<Imported>}
 */
export async function readGame(text) {
  // A FEN is one line that begins with ranks; everything else is read as a PGN.
  if (/^[^\s[\]]*\/[^\n]*$/.test(text)) {
    const { position } = await api.position({ fen: text })
    return { root: createTree(position.fen), headers: {} }
  }
  if (text.length > LONGEST) throw new ApiError(413, { code: 'TOO_LARGE', message: 'the text is too long' })
  return readStudy(text)
}
