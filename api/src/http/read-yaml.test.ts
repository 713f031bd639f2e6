import { expect, test } from 'vitest'
import { parseDocument } from 'yaml'
import { MAX_VALUES } from './measure-json.ts'
import { findYamlError, requireMeasuredYaml, requireShallowYaml, YAML_OPTIONS } from './read-yaml.ts'

const FIELD = 'k: |\n  "a"\n'

test('a YAML text of too many values is refused unread, however they are written', () => {
  expect(() => requireMeasuredYaml(`- [1, "a", 'a']\n- |\n  a\n`.repeat(MAX_VALUES / 2 + 1), 'text')).toThrow(
    expect.objectContaining({ code: 'tooLarge.text', field: 'text' }),
  )
})

test('a YAML text of as many values as a body may have is not refused, and each document has its own', () => {
  requireMeasuredYaml(`${FIELD.repeat(MAX_VALUES)}---\n${FIELD.repeat(9)}`)
})

test.each([
  'a: 1\nb: {c: 1, d: 2, c: 3}\na: 3\n',
  'a: 1\na: 2\nb: [\n',
  'b: [1, }\na: 1\na: 2\n',
  '? a\n: 1\n? a\n: 2\n',
  'a: {a: 1}\nb: [{a: 1}, {a: 1}]\n1: x\n"1": y\n',
])('%j: what is wrong first is found, as the parser would say it', text => {
  const [said] = parseDocument(text).errors
  const found = findYamlError(parseDocument(text, YAML_OPTIONS))
  expect([found?.code, found?.pos]).toEqual([said?.code, said?.pos])
})

test('brackets are refused that nest too far, not those side by side or within texts', () => {
  expect(() => requireShallowYaml(`a: ${'['.repeat(5000)}`)).toThrow(RangeError)
  requireShallowYaml('- [{ a: 1 }]\n'.repeat(5000))
  requireShallowYaml(`a: "${'['.repeat(5000)}"\nb: |\n  ${'{'.repeat(5000)}\n`)
})
