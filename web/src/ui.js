// Helpers that build elements. Text is always inserted as text, never as HTML.

import { t } from './i18n.js'

const SVG = 'http://www.w3.org/2000/svg'

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Creates an HTML element. Attributes that begin with `on` are listeners; `true` gives an empty
 * attribute; `null`, `undefined` and `false` omit the attribute.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children)
}

/**
 * Creates an SVG element; see `el`.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children)
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Record<string, any>} attributes
 * @param {Child[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value)
    else element.setAttribute(name, value === true ? '' : String(value))
  }
  element.append(...children.filter(isShown).map((child) => (child instanceof Node ? child : String(child))))
  return element
}

/**
 * @param {Child} child
 * @returns {child is Node | string | number}
 */
function isShown(child) {
  return child !== null && child !== undefined && child !== false
}

/**
 * @param {string} label
 * @param {(event: MouseEvent) => void} onClick
 * @param {Record<string, any>} [attributes] More attributes; `class` adds to the button's own.
 * @param {...Child} children Shown instead of the label, which becomes the accessible name and the
 *   tooltip.
 */
export function button(label, onClick, attributes = {}, ...children) {
  const { class: extra = '', ...rest } = attributes
  const named = children.length > 0 ? { 'aria-label': label, title: label } : {}
  return el(
    'button',
    { type: 'button', class: `button ${extra}`.trim(), onclick: onClick, ...named, ...rest },
    ...(children.length > 0 ? children : [label]),
  )
}

/**
 * A labelled select box.
 * @param {string} label
 * @param {{value: string, text: string}[]} options
 * @param {string} value
 * @param {(value: string) => void} onChange
 */
export function select(label, options, value, onChange) {
  const list = el(
    'select',
    { onchange: () => onChange(list.value) },
    ...options.map((option) => el('option', { value: option.value, selected: option.value === value }, option.text)),
  )
  return el('label', { class: 'field' }, el('span', {}, label), list)
}

/**
 * A labelled check box.
 * @param {string} label
 * @param {boolean} checked
 * @param {(checked: boolean) => void} onChange
 */
export function checkbox(label, checked, onChange) {
  const box = el('input', { type: 'checkbox', checked, onchange: () => onChange(box.checked) })
  return el('label', { class: 'field field-check' }, box, el('span', {}, label))
}

/**
 * Opens a modal dialog and waits until it is closed.
 * @param {object} options
 * @param {string} options.title
 * @param {Child[]} options.body
 * @param {{label: string, value: string, primary?: boolean}[]} [options.actions] Without any, one
 *   button closes it.
 * @returns {Promise<string>} The value of the action; empty if the dialog was dismissed.
 */
export function dialog({ title, body, actions = [{ label: t('ui.close'), value: '', primary: true }] }) {
  return new Promise((resolve) => {
    const heading = el('h2', { id: 'dialog-title' }, title)
    const buttons = actions.map(({ label, value, primary }) =>
      button(label, () => box.close(value), primary ? { class: 'primary', autofocus: true } : {}),
    )
    const box = el(
      'dialog',
      { 'aria-labelledby': heading.id },
      heading,
      el('div', { class: 'dialog-body' }, ...body),
      el('div', { class: 'dialog-actions' }, ...buttons),
    )
    box.addEventListener('close', () => {
      box.remove()
      resolve(box.returnValue)
    })
    // A click outside the dialog closes it, as Escape does.
    box.addEventListener('click', (event) => {
      if (event.target === box) box.close('')
    })
    document.body.append(box)
    box.showModal()
  })
}

/** Dismisses every open dialog, because its subject is gone. */
export function closeDialogs() {
  for (const box of document.querySelectorAll('dialog')) box.close('')
}

/**
 * Asks a yes-or-no question.
 * @param {string} question
 * @param {string} yes The label of the confirming button.
 */
export async function confirm(question, yes) {
  const actions = [
    { label: t('ui.cancel'), value: '' },
    { label: yes, value: 'yes', primary: true },
  ]
  return (await dialog({ title: question, body: [], actions })) === 'yes'
}

/**
 * Shows a short message that disappears by itself.
 * @param {string} text
 * @param {'info' | 'error'} [tone]
 */
export function toast(text, tone = 'info') {
  const host = document.querySelector('#toasts')
  if (!host) return
  const message = el('div', { class: `toast toast-${tone}` }, text)
  host.append(message)
  setTimeout(() => message.remove(), 3500 + 40 * text.length)
}
