import { once } from 'node:events'
import { type Data, Failure, type FieldSpec, type Resource, toText } from '@sluice/contract'
import type { Connection, Connector, Source, Target } from '../connector.ts'
import { defineManifest } from '../manifest.ts'
import { makeRecords } from './corpus.ts'
import { testConnector } from './test-connector.ts'

// The smallest connector that passes: tables in memory. It proves the suite, and shows its use.
const tables = new Map<string, Map<string, Data>>()
let fieldsOf: readonly FieldSpec[] = []
let pagesRead = 0

const memory: Connector = {
  manifest: defineManifest({
    id: 'memory',
    name: { zh: '内存', en: 'Memory' },
    group: 'other',
    describe: { zh: '用于测试。', en: 'For tests.' },
    icon: { text: 'M', color: '#13C2C2' },
    roles: ['source', 'target'],
    params: [
      { field: 'name', label: { zh: '名称', en: 'Name' }, type: 'text', is_required: true },
      {
        field: 'password',
        label: { zh: '密码', en: 'Password' },
        type: 'password',
        encryption: true,
        is_required: true,
      },
    ],
  }),
  sentences: {
    zh: {
      'The password is wrong.': '密码错误。',
      'Enter it again.': '请重新输入。',
      'The table {id} does not exist.': '表 {id} 不存在。',
      'name is required.': '名称必填。',
    },
    tw: {
      Memory: '記憶體',
      'For tests.': '用於測試。',
      Name: '名稱',
      Password: '密碼',
      'The password is wrong.': '密碼錯誤。',
      'Enter it again.': '請重新輸入。',
      'The table {id} does not exist.': '表 {id} 不存在。',
      'name is required.': '名稱必填。',
    },
    pt: {
      Memory: 'Memória',
      'For tests.': 'Para testes.',
      Name: 'Nome',
      Password: 'Senha',
      'The password is wrong.': 'A senha está errada.',
      'Enter it again.': 'Digite-a novamente.',
      'The table {id} does not exist.': 'A tabela {id} não existe.',
      'name is required.': 'name é obrigatório.',
    },
  },
  open: async params => openMemory(params['password'] === 'canary-7d1f'),
}

function openMemory(isWelcome: boolean): Connection {
  return {
    async *test() {
      const label = { zh: '登录', en: 'Sign in' }
      if (isWelcome) yield { name: 'auth', label, ok: true, elapsedMs: 0 }
      else
        yield {
          name: 'auth',
          label,
          ok: false,
          elapsedMs: 0,
          error: { code: 'connector.auth', message: 'The password is wrong.', advice: 'Enter it again.' },
        }
    },
    discover: async () => [...tables.keys()].map(describeTable),
    describe: async id => describeTable(id),
    openSource: async config => readTable(config.resource, config.options['waits'] === true),
    openTarget: async config => writeTable(config.resource),
    close: async () => undefined,
  }
}

function findTable(id: string): Map<string, Data> {
  const table = tables.get(id)
  if (!table) throw new Failure({ code: 'resource.missing', message: `The table ${id} does not exist.` })
  return table
}

function describeTable(id: string): Resource {
  findTable(id)
  return { id, label: id, kind: 'table', direction: 'both', fields: [...fieldsOf], key: ['id'] }
}

function readTable(id: string, waits: boolean): Source {
  return {
    async readHighWater(field) {
      return (
        [...findTable(id).values()]
          .map(row => toText(row[field]))
          .toSorted()
          .at(-1) ?? null
      )
    },
    async *read({ cursor, window, pageSize, signal }) {
      const rows = [...findTable(id).values()].filter(row => isInside(row, window))
      if (waits) await once(signal, 'abort')
      for (let start = Number(cursor ?? 0); start < rows.length; start += pageSize) {
        signal.throwIfAborted()
        pagesRead++
        const end = start + pageSize
        const records = rows.slice(start, end).map(data => ({ data }))
        yield { records, cursor: end < rows.length ? String(end) : null }
      }
    },
    close: async () => undefined,
  }
}

function isInside(row: Data, window: { field: string; from: string | null; to: string | null } | null): boolean {
  if (!window) return true
  const value = toText(row[window.field])
  return (window.from === null || value >= window.from) && (window.to === null || value <= window.to)
}

function writeTable(id: string): Target {
  const table = findTable(id)
  return {
    guarantee: 'upsert',
    write: async (batch, signal, confirm) => {
      signal.throwIfAborted()
      await confirm?.()
      return batch.map(({ data }) => {
        if (data['name'] === null && data['note'] === 'bad')
          return { kind: 'failed', failure: { code: 'target.required', message: 'name is required.', retry: 'never' } }
        table.set(toText(data['id']), data)
        return { kind: 'written' }
      })
    },
    close: async () => undefined,
  }
}

let next = 1
const addTable = (fields: readonly FieldSpec[], records: readonly Data[]): { resource: string } => {
  const resource = `t${next++}`
  fieldsOf = fields
  tables.set(resource, new Map(records.map(record => [toText(record['id']), record])))
  return { resource }
}

testConnector({
  connector: memory,
  prepare: async () => ({ params: { name: 'x', password: 'canary-7d1f' } }),
  wrong: [{ title: 'password', change: { password: 'wrong-canary-55' }, step: 'auth' }],
  source: {
    put: async (records, fields) => addTable(fields, records),
    windowField: 'updated_at',
    countRequests: () => pagesRead,
    slow: async () => ({ resource: addTable(fieldsOf, makeRecords(1)).resource, options: { waits: true } }),
  },
  target: {
    prepare: async fields => addTable(fields, []),
    readBack: async place => [...findTable(place.resource).values()],
    spoil: record => ({ ...record, name: null, note: 'bad' }),
  },
})
