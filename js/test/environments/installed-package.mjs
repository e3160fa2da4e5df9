// The package as users have it: the tarball, installed by npm.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const js = fileURLToPath(new URL('../..', import.meta.url))
const { name, version } = JSON.parse(readFileSync(join(js, 'package.json'), 'utf8'))
const tarball = join(js, '../target', `${name}-${version}.tgz`)

/**
 * Installs the package in a new directory; `root` is that directory, `dist` the one of its bundles.
 */
export function installPackage() {
  assert(existsSync(tarball), 'there is no tarball; run: cargo xtask pack')
  const root = mkdtempSync(join(tmpdir(), 'cotulenh-package-'))
  writeFileSync(join(root, 'package.json'), '{ "private": true }')
  execFileSync('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', tarball], {
    cwd: root,
  })
  const dist = join(root, 'node_modules', name, 'dist')
  const same = (file) => existsSync(join(dist, file)) && readFileSync(join(dist, file)).equals(readFileSync(join(js, 'dist', file)))
  assert(readdirSync(join(js, 'dist')).every(same), 'the tarball is older than dist; run: cargo xtask pack')
  return { root, dist, remove: () => rmSync(root, { recursive: true, force: true }) }
}
