import { describe, expect, test } from 'vitest'
import { type DebugCommand, needsConsent, parseCommand } from './debug-command.ts'

const runId = '0190a0b0-0000-7000-8000-0000000000aa'

describe('a line of the console', () => {
  test.each([
    ['help', { name: 'help' }],
    ['  ds ', { name: 'ds', isReal: false }],
    ['dispatch-source run', { name: 'ds', isReal: true }],
    ['dispatch-target', { name: 'dt', isReal: false }],
    ['preview 42', { name: 'preview', id: '42' }],
    ['eval row.a + " --data x" --data 7', { name: 'eval', expression: 'row.a + " --data x"', id: '7' }],
    ['set LAST_SYNC_TIME 2026-01-02 03:04:05', { name: 'set', value: '2026-01-02 03:04:05' }],
    ['run-job 42', { name: 'run-job', kind: 'record', id: '42' }],
    [`run-job ${runId}`, { name: 'run-job', kind: 'run', id: runId }],
    ['find SO 7', { name: 'find', text: 'SO 7' }],
    ['http /orders?page=1', { name: 'http', side: 'source', method: 'GET', api: '/orders?page=1', values: {} }],
    [
      'http target post /orders {"id": "7", "n": 1.50}',
      { name: 'http', side: 'target', method: 'POST', api: '/orders', values: { id: '"7"', n: '1.5' } },
    ],
  ])('%s is understood', (line, command) => {
    expect(parseCommand(line)).toEqual(command)
  })

  test.each([
    ['rm -rf', { problem: 'unknown', word: 'rm' }],
    ['toString', { problem: 'unknown', word: 'toString' }],
    ['', { problem: 'unknown', word: '' }],
    ['preview abc', { problem: 'usage', word: 'preview' }],
    ['run-job', { problem: 'usage', word: 'run-job' }],
    ['run-job SO-1', { problem: 'usage', word: 'run-job' }],
    ['eval row.a', { problem: 'usage', word: 'eval' }],
    ['set OTHER 1', { problem: 'usage', word: 'set' }],
    ['ds now', { problem: 'usage', word: 'ds' }],
    ['http orders', { problem: 'usage', word: 'http' }],
    ['http POST /orders {"id": }', { problem: 'json', word: 'http' }],
  ])('%s is answered with how it is written', (line, problem) => {
    expect(parseCommand(line)).toEqual(problem)
  })

  test('asks first whatever may write; the rest only looks', () => {
    const asks = (line: string): boolean => needsConsent(parseCommand(line) as DebugCommand)
    expect(['ds run', 'dt run', 'sync-now', 'run-job 1', 'set LAST_SYNC_TIME x', 'http POST /a'].map(asks)).toEqual(
      Array(6).fill(true),
    )
    expect(['ds', 'dt', 'preview 1', 'vars', 'check', 'http /a', 'eval 1 --data 1'].map(asks)).toEqual(
      Array(7).fill(false),
    )
  })
})
