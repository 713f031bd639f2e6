import { Failure, type Param, type ParamValues, type Words } from '@sluice/contract'
import { describe, expect } from 'vitest'
import type { Connector } from '../connector.ts'
import { checkParams, isActive, type Manifest, parseParams } from '../manifest.ts'
import type { Check } from './ledger.ts'
import { translateAs } from './translate-as.ts'

/** The form a user sees: complete in both languages, secrets sealed, nothing required that is never shown. */
export function addManifestTests(connector: Connector, check: Check): void {
  const { manifest } = connector
  const lists = Object.entries({
    params: manifest.params,
    sourceParams: manifest.sourceParams,
    targetParams: manifest.targetParams,
  })
  describe('manifest', () => {
    check('C-2.1', 'names, describes and groups itself in both languages', () => {
      for (const text of [manifest.name, manifest.describe]) {
        expect(text.zh.trim()).not.toBe('')
        expect(text.en).toMatch(/^[\x20-\x7e–’…]+$/)
      }
    })

    check('C-2.2', 'says every text of its forms in four languages', () => {
      const silent = (['tw', 'pt'] as const).flatMap(language => {
        const say = translateAs(connector, language)
        return listWords(manifest)
          .filter(words => words[language] === undefined && say(words.en) === null)
          .map(words => `${language}: ${words.en}`)
      })
      expect(silent).toEqual([])
    })

    for (const [list, params] of lists) {
      check(['C-2.3', 'C-2.6'], `${list}: every input has labels in both languages and a usable default`, () => {
        for (const param of params) checkParam(param)
      })

      check('C-2.4', `${list}: an input that depends on another can be reached`, () => {
        for (const param of params) expect(isReachable(param, params), `${param.field} can never be shown`).toBe(true)
      })

      check('C-2.5', `${list}: a required input left empty is refused by name`, () => {
        for (const param of params.filter(each => each.is_required && each.default === undefined)) {
          const values: ParamValues = param.when ? { [param.when.field]: param.when.in[0]! } : {} // `in` is never empty
          if (!isActive(param, params, values)) continue
          expect(checkParams(params, values).map(problem => problem.field)).toContain(param.field)
        }
      })
    }

    check('C-2.5', 'refuses an unknown parameter by name', () => {
      const refused = () => parseParams(manifest.params, { no_such_parameter: 'x' })
      expect(refused).toThrow(Failure)
      expect(refused).toThrow(/no_such_parameter/)
    })
  })
}

/** Everything its forms say, without what is only a word of the far system's own. */
function listWords(manifest: Manifest): Words[] {
  const params = [...manifest.params, ...manifest.sourceParams, ...manifest.targetParams]
  const words = params.flatMap(({ label, describe: text, options = [] }) => [
    label,
    ...(text ? [text] : []),
    ...options.map(option => option.label),
  ])
  return [manifest.name, manifest.describe, ...words].filter(({ zh, en }) => zh !== en)
}

function checkParam(param: Param): void {
  const at = param.field
  expect(param.label.zh.trim(), at).not.toBe('')
  expect(param.label.en, at).toMatch(/^[\x20-\x7e–’…]+$/)
  if (param.describe) expect(param.describe.zh.trim() !== '' && param.describe.en.trim() !== '', at).toBe(true)
  if (param.type === 'password') expect(param.encryption, `${at}: a password is sealed`).toBe(true)
  if (param.encryption) expect(param.default, `${at}: a secret has no default`).toBeUndefined()
  if (param.type === 'select' || param.type === 'multiselect') {
    const values = param.options?.map(option => option.value) ?? []
    expect(values.length, `${at}: has options`).toBeGreaterThan(0)
    expect(new Set(values).size, `${at}: options differ`).toBe(values.length)
    for (const option of param.options ?? []) expect(option.label.zh && option.label.en, at).toBeTruthy()
    if (typeof param.default === 'string') expect(values, `${at}: default is an option`).toContain(param.default)
  }
  if (param.type === 'number' && param.default !== undefined) expect(typeof param.default, at).toBe('number')
  if (param.type === 'switch' && param.default !== undefined) expect(typeof param.default, at).toBe('boolean')
  if (param.pattern !== undefined) expect(() => new RegExp(param.pattern ?? ''), at).not.toThrow()
}

/** The input it depends on offers one of the wanted values, and can itself be reached. */
function isReachable(param: Param, params: readonly Param[], depth = 0): boolean {
  if (!param.when) return true
  const parent = params.find(other => other.field === param.when?.field)
  if (!parent || depth > 5) return false
  const offered = parent.type === 'switch' ? [true, false] : parent.options?.map(option => option.value)
  const isOffered = offered === undefined || param.when.in.some(value => (offered as unknown[]).includes(value))
  return isOffered && isReachable(parent, params, depth + 1)
}
