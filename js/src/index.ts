/**
 * Cờ Tư Lệnh (Commander Chess): rules with the API of cotulenh-core, and a search engine.
 *
 * @packageDocumentation
 */

// In the ES modules of the package these are two files, so that bundlers can leave out the second.
export * from './engine-api.js'
export * from './rules-api.js'
