import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, test } from 'vitest'
import { createLedger } from './ledger.ts'

const folder = mkdtempSync(join(tmpdir(), 'sandbox-ledger-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const now = () => Date.UTC(2026, 0, 1)

test('what was flushed is there after a restart; a line cut by a kill is dropped', () => {
  const file = join(folder, 'restart.jsonl')
  const first = createLedger(now, file)
  first.accept('B1', { FBillNo: 'B1', note: '备注' })
  first.storeAnswer({ key: 'k1', requestHash: 'h', body: '{}' })
  first.flush()
  first.close()
  const whole = readFileSync(file, 'utf8')
  appendFileSync(file, '{"bill":{"number":"B2","id":')
  const second = createLedger(now, file)
  expect(second.bills().map(bill => bill.number)).toEqual(['B1'])
  expect(second.findAnswer('k1')?.body).toBe('{}')
  expect(second.accept('B1', { note: '备注', FBillNo: 'B1' }).isNew).toBe(false)
  second.accept('B3', {})
  second.flush()
  second.close()
  expect(readFileSync(file, 'utf8').startsWith(whole)).toBe(true)
  expect(
    createLedger(now, file)
      .bills()
      .map(bill => bill.number),
  ).toEqual(['B1', 'B3'])
})

test('a reset empties the file', () => {
  const file = join(folder, 'reset.jsonl')
  const ledger = createLedger(now, file)
  ledger.accept('B1', {})
  ledger.flush()
  ledger.reset()
  ledger.close()
  expect(readFileSync(file, 'utf8')).toBe('')
})

interface Started {
  readonly child: ChildProcess
  readonly erpUrl: string
  readonly adminSecret: string
  readonly credentials: { readonly erpAppId: string; readonly erpAppSecret: string }
}
async function startProcess(file: string): Promise<Started> {
  const main = join(import.meta.dirname, '..', 'main.ts')
  const args = [main, '--json', '--shop-port', '0', '--erp-port', '0', '--orders', '20', '--faults', 'none']
  const child = spawn(process.execPath, [...args, '--ledger-file', file], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { child, ...(JSON.parse(line) as Omit<Started, 'child'>) }
}
async function signIn({ erpUrl, credentials }: Started): Promise<Record<string, string>> {
  const body = JSON.stringify({ app_id: credentials.erpAppId, app_secret: credentials.erpAppSecret })
  const grant = (await (await fetch(`${erpUrl}/auth/login`, { method: 'POST', body })).json()) as {
    SessionToken: string
  }
  return { authorization: `Bearer ${grant.SessionToken}` }
}
const write = (number: string) =>
  JSON.stringify({
    FBillNo: number,
    FCustId: 'C',
    FDate: '2025-09-01',
    FEntry: [{ FMaterialId: 'x', FQty: 1, FPrice: 1 }],
  })

test('kill -9 in the middle of saves loses none that was answered, and repeating all doubles none', async () => {
  const file = join(folder, 'kill.jsonl')
  const numbers = Array.from({ length: 300 }, (_, at) => `B${at}`)
  const answered: string[] = []
  const first = await startProcess(file)
  const headers = await signIn(first)
  const saves = numbers.map(async number => {
    const answer = await fetch(`${first.erpUrl}/api/bill/save`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': number },
      body: write(number),
    })
    await answer.text()
    answered.push(number)
    if (answered.length === 60) first.child.kill('SIGKILL')
  })
  await Promise.allSettled(saves)
  expect(answered.length).toBeLessThan(300)
  const second = await startProcess(file)
  const admin = { 'x-sandbox-admin': second.adminSecret }
  const readLedger = async () =>
    (await (await fetch(`${second.erpUrl}/_sandbox/ledger`, { headers: admin })).json()) as {
      number: string
      accepted: number
    }[]
  expect((await readLedger()).map(bill => bill.number)).toEqual(expect.arrayContaining(answered))
  const session = await signIn(second)
  for (const number of numbers) {
    const request = { method: 'POST', headers: { ...session, 'idempotency-key': number }, body: write(number) }
    expect((await fetch(`${second.erpUrl}/api/bill/save`, request)).status).toBe(200)
  }
  const held = await readLedger()
  expect(held.map(bill => bill.number).sort()).toEqual([...numbers].sort())
  expect(held.every(bill => bill.accepted === 1)).toBe(true)
  second.child.kill('SIGTERM')
  expect(await once(second.child, 'exit')).toEqual([0, null])
})
