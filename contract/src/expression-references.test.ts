import { expect, test } from 'vitest'
import { listReferences, renameReferences } from './expression-references.ts'

test.each([
  ['lookup("a", row.x)', ['map a']],
  [`find( 'b', "f", lookup(\n"a" , row.x))`, ['strategy b', 'map a']],
  ['lookup("a\\"b", 1)', ['map a"b']],
  ['"lookup(\\"a\\", 1)" + find("b", "c", 1)', ['strategy b']],
  ['// lookup("a", 1)\nrow.x', []],
  [String.raw`r"\" + lookup("a", 1)`, ['map a']],
  ['"""lookup("a", 1)"""', []],
  ['row.find("a") + mylookup("a") + lookup(row.x, 1)', []],
  ['lookup("a', []],
])('%s names %j', (expression, names) => {
  expect(listReferences(expression).map(({ kind, name }) => `${kind} ${name}`)).toEqual(names)
})

test('renaming there and back changes nothing else', () => {
  const text = `row.a ? lookup('单位 "A"', "lookup('b', 1)") : find("c", "d", {"e": lookup("f\\n", 1)}) // find("x")`
  const there = renameReferences(text, ({ kind, name }) => `${kind}:${name}`)
  expect(listReferences(there).map(({ name }) => name)).toEqual(['map:单位 "A"', 'strategy:c', 'map:f\n'])
  const back = renameReferences(there, ({ name }) => name.slice(name.indexOf(':') + 1))
  expect(back).toBe(text.replace(`'单位 "A"'`, '"单位 \\"A\\""'))
})
