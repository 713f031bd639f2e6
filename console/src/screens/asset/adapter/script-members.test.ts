import { scriptDeclarations } from '@sluice/contract'
import { expect, test } from 'vitest'
import { listScriptMembers } from '../../../lib/script-members.ts'
import { en } from './kind-text.en.ts'
import { pt } from './kind-text.pt.ts'
import { zh } from './kind-text.zh.ts'

const names = { Context: 'ctx', Request: 'request', Answer: 'answer' }

test('every member that a script sees is offered with its type, and explained in every language', () => {
  const declared = Array.from(scriptDeclarations.matchAll(/^ {2}(?:readonly )?(\w+)\??[(:]/gm), ([, name]) => name)
  for (const { members } of [zh, en, pt]) {
    const offered = listScriptMembers(scriptDeclarations, names, members)
    expect(offered.map(({ label }) => label).toSorted()).toEqual(Object.keys(members).toSorted())
    // Those of the answer of `connect` and of exact numbers are no members of what a script is given.
    const known = new Set(offered.map(({ label }) => label.split('.')[1]))
    expect(declared.filter(name => !known.has(name))).toEqual(['values', 'lifeSeconds', 'toString', 'valueOf'])
  }
})

test('a call is told with its arguments, a value with its type', () => {
  const offered = listScriptMembers(scriptDeclarations, names, en.members)
  expect(offered.find(({ label }) => label === 'ctx.base64')?.detail).toBe('(text: string): string')
  expect(offered.find(({ label }) => label === 'request.method')?.detail).toBe('string')
})
