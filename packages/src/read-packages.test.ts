import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SolutionPackage as Document, MAX_PACKAGE_BYTES, type SolutionPackage } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readPackage, readPackages } from './read-packages.ts'

const packages = readPackages()
const textOf = ({ manifest, files }: SolutionPackage): string =>
  JSON.stringify(manifest.flows) +
  files
    .filter(({ path }) => path.startsWith('objects/'))
    .map(({ text }) => text)
    .join('\n')
interface Parsed {
  readonly kind: string
  readonly key: string
  readonly spec: Readonly<Record<string, unknown>>
}
const objectsOf = ({ files }: SolutionPackage): Parsed[] =>
  files.filter(({ path }) => path.startsWith('objects/')).map(({ text }) => parse(text, { schema: 'core' }))

test('there are twelve at least, each in the folder of its name', () => {
  expect(packages.length).toBeGreaterThanOrEqual(12)
  const names = packages.map(({ manifest }) => manifest.name)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual(names.toSorted())
})

describe.for(packages)('$manifest.name', document => {
  const { manifest, files } = document
  const text = textOf(document)
  const strategies = objectsOf(document).filter(each => each.kind === 'strategy')

  test('is a document that the contract takes, as JSON and within its size', () => {
    const json = JSON.stringify(document)
    expect(Document.parse(JSON.parse(json))).toEqual(document)
    expect(Buffer.byteLength(json)).toBeLessThan(MAX_PACKAGE_BYTES)
    expect(document.signature).toBeNull()
  })

  test('speaks three languages, and its readme has every part in each', () => {
    const words = [manifest.title, manifest.summary, ...manifest.flows.map(each => each.title)]
    words.push(...manifest.parameters.map(each => each.title), ...manifest.samples.map(each => each.title))
    for (const each of words)
      expect(each).toEqual({ zh: expect.any(String), en: expect.any(String), pt: expect.any(String) })
    for (const [language, heads] of Object.entries(HEADS)) {
      const readme = files.find(({ path }) => path === `docs/readme.${language}.md`)?.text ?? ''
      expect([...readme.matchAll(/^## (.*)$/gm)].map(match => match[1])).toEqual(expect.arrayContaining(heads))
      for (const { name } of manifest.parameters) expect(readme).toContain(`\`${name}\``)
    }
  })

  test('uses every parameter and slot that it declares, and no other', () => {
    const used = new Set([...text.matchAll(/\$\{param:([^}]*)\}/g)].map(match => match[1]))
    expect([...used].toSorted()).toEqual(manifest.parameters.map(each => each.name).toSorted())
    const slots = new Set([...text.matchAll(/connector: slot:(\w+)/g)].map(match => match[1]))
    expect([...slots].toSorted()).toEqual(manifest.connections.map(each => each.slot).toSorted())
    for (const each of manifest.parameters) expect([each.name, each.default]).toEqual([each.name, expect.any(String)])
  })

  test('has a flow for each strategy, between the connections that the strategy names, and three samples', () => {
    expect(manifest.flows.map(each => each.strategy).toSorted()).toEqual(strategies.map(each => each.key).toSorted())
    for (const flow of manifest.flows) {
      const { source, target } = strategies.find(each => each.key === flow.strategy)!.spec as unknown as Sides // tested above
      expect([source.connector, target.connector]).toEqual([`slot:${flow.from}`, `slot:${flow.to}`])
      const samples = manifest.samples.filter(each => each.strategy === flow.strategy)
      expect(samples.length).toBeGreaterThanOrEqual(3)
      for (const each of samples) expect([each.expected, each.refused].filter(one => one !== undefined)).toHaveLength(1)
    }
  })

  test('holds neither secrets nor ids of a tenant nor kinds that belong to one', () => {
    expect(text).not.toMatch(/\$\{secret:|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/)
    expect(text).not.toMatch(/(password|secret|token)\s*:\s*["']?[A-Za-z0-9]{8,}/i)
    const kinds = new Set(objectsOf(document).map(each => each.kind))
    expect([...kinds].filter(kind => !KINDS.has(kind))).toEqual([])
    for (const file of files)
      for (const each of parseAllDocuments(file.path.endsWith('.yaml') ? file.text : ''))
        expect(each.errors).toEqual([])
  })
})

interface Sides {
  readonly source: { readonly connector: string }
  readonly target: { readonly connector: string }
}
const KINDS = new Set(['platform', 'adapter', 'api-asset', 'mapping', 'strategy'])
const HEADS = {
  zh: ['前提', '字段对应', '不包含', '第一步'],
  en: ['Before you begin', 'Fields', 'Not covered', 'First steps'],
  pt: ['Antes de começar', 'Campos', 'Não incluído', 'Primeiros passos'],
}

describe('a folder', () => {
  const manifest = `format: 1
name: one
version: 1.0.0
title: One
summary: One of them
connections: [{ slot: here, platform: self, title: Here }]
parameters:
  - { name: count, title: Count, type: integer, default: "7" }
  - { name: rate, title: Rate, type: decimal, default: "0.10" }
  - { name: on, title: On, type: boolean, default: "true" }
flows: [{ strategy: ONE, title: One, document: One, from: here, to: here }]
`
  const param = (name: string): string => `"\${param:${name}}"`
  const object = `kind: mapping
version: 1
key: m
spec: { a: ${param('count')}, b: "x\${param:count}", c: ${param('rate')}, d: ${param('on')}, e: slot:here }
`
  const withFolder = (texts: Readonly<Record<string, string>>, check: (folder: string) => void): void => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-package-'))
    try {
      for (const [path, text] of Object.entries(texts)) {
        mkdirSync(join(folder, path, '..'), { recursive: true })
        writeFileSync(join(folder, path), text)
      }
      check(folder)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }

  test('becomes a document of its texts in order, and what is beside them is left out', () =>
    withFolder(
      {
        'package.yaml': manifest,
        'objects/b.yaml': object,
        'objects/a/c.yaml': object,
        'docs/z.md': '#',
        'note.txt': 'x',
      },
      folder => {
        const document = readPackage(folder)
        expect(document.files.map(each => each.path)).toEqual(['objects/a/c.yaml', 'objects/b.yaml', 'docs/z.md'])
        expect(document.manifest.connections[0]?.slot).toBe('here')
      },
    ))

  test('is named when it is no package', () =>
    withFolder({ 'package.yaml': manifest.replace('format: 1', 'format: 2') }, folder => {
      expect(() => readPackage(folder)).toThrow(folder)
      expect(readPackages(folder)).toEqual([])
    }))
})
