import { ApiAsset, type ApiAssetInput, toAssetResource } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import type { AssetStore } from '../../asset-store.ts'
import { createTestContext } from '../../conformance/test-context.ts'
import { defineManifest } from '../../manifest.ts'
import { createHttpConnector } from './http-connector.ts'
import { readSeenAnswer } from './read-seen.ts'
import { type Script, startScripted } from './testing.ts'
import { tryAsset } from './try-asset.ts'

const { signal } = new AbortController()

describe('an answer to a write without a mark of success', () => {
  const write = (input: Partial<ApiAssetInput> = {}): ApiAsset =>
    ApiAsset.parse({ name: 'Orders', type: 'EXECUTE', method: 'POST', api: '/orders', id: ['id'], ...input })
  const tried = async (answer: ReturnType<Script>, input: Partial<ApiAssetInput> = {}) => {
    const running = await startScripted(() => answer)
    const given = { options: {}, window: null, pageSize: 5, record: { id: 1 } }
    const { problem, proposals } = await tryAsset(running.client, write(input), given, signal)
    await running.close()
    return { problem, proposals }
  }
  const rule = (path: string, value: string) => [
    {
      code: 'success',
      seen: `${path} = ${value}`,
      patch: { success: { path, values: [value], busyValues: [], messagePath: '' } },
    },
  ]

  test.each([
    ['{"success":true,"id":7}', rule('success', 'true')],
    ['{"code":0,"msg":"ok","data":{"id":7}}', rule('code', '0')],
    ['{"errcode":"0"}', rule('errcode', '0')],
    ['{"Result":{"ResponseStatus":{"IsSuccess":true}}}', rule('Result.ResponseStatus.IsSuccess', 'true')],
    ['{"id":7,"status":"paid"}', []],
    ['{"success":false,"code":0}', []],
    ['[{"success":true}]', []],
  ])('%s', async (body, proposals) => {
    expect((await tried({ body })).proposals).toEqual(proposals)
    expect(readSeenAnswer(write(), [{ id: 1 }], { status: 200, headers: {}, body }).proposals).toEqual(proposals)
    expect((await tried({ body }, { success: { path: 'x' } })).proposals).toEqual([])
    expect((await tried({ status: 500, body })).proposals).toEqual([])
  })

  test('that is empty is told to be believed; 204 says by itself that nothing follows, and a mark that lacks is no success', async () => {
    const silent = { code: 'http.silent', message: expect.stringContaining('the answer is empty, so HTTP 200 is all') }
    for (const body of ['', ' \n']) {
      expect(await tried({ body })).toMatchObject({ problem: silent, proposals: [] })
      const read = readSeenAnswer(write(), [{ id: 1 }], { status: 200, headers: {}, body })
      expect(read).toMatchObject({ rows: [{ outcome: 'written' }], problem: silent })
    }
    expect(await tried({ status: 204, body: '' })).toMatchObject({ problem: null })
    for (const status of [200, 204])
      expect(await tried({ status, body: '' }, { success: { path: 'code' } })).toMatchObject({
        problem: { code: 'http.notJson' },
      })
  })

  test('stands in the check-list before the first run', async () => {
    const notesOf = async (input: Partial<ApiAssetInput>) => {
      const assets: AssetStore = { list: async () => [], find: async () => write(input) } as never // no other is asked
      const connector = createHttpConnector({
        manifest: defineManifest({
          id: 'shop',
          name: { zh: '店', en: 'Shop' },
          group: 'other',
          describe: { zh: '', en: '' },
          icon: { text: 'S', color: '#000000' },
          roles: ['source', 'target'],
          params: [],
        }),
        connect: () => ({ baseUrl: 'http://shop.invalid', headers: {}, auth: { kind: 'none' }, skipTlsVerify: false }),
        endpoints: [],
        probe: () => null,
      })
      const connection = await connector.open({}, { ...createTestContext(), assets })
      return (await connection.describe(toAssetResource('01900000-0000-7000-8000-000000000001', 1), {}, 'target')).notes
    }
    expect(await notesOf({})).toMatchObject([{ level: 'warning', text: expect.stringContaining('an empty one too') }])
    expect(await notesOf({ success: { path: 'code' } })).toBeUndefined()
  })
})
