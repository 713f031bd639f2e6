import { expect, test } from 'vitest'
import { z } from 'zod'
import { createClient } from './client.ts'
import { Mapping } from './mapping.ts'
import { createOpenApi } from './openapi.ts'
import { route } from './route.ts'

const contract = {
  strategy: {
    toApi: route({
      method: 'POST',
      path: '/api/strategy-{kind}/to/{id}',
      summary: 's',
      permission: 'strategy:add',
      audit: 'add',
      params: z.object({ kind: z.enum(['source', 'target']), id: z.string() }),
      query: z.object({ q: z.string().optional() }),
      body: Mapping,
      content: z.array(z.string()),
    }),
  },
}

test('a parameter inside a path segment, recursive bodies and permissions are in the document, with no dangling reference', async () => {
  const document = await createOpenApi(contract, { title: 't', version: '1' })
  const text = JSON.stringify(document)
  const paths = document['paths'] as Record<string, Record<string, { 'x-permission': string }>>
  expect(paths['/api/strategy-{kind}/to/{id}']?.['post']?.['x-permission']).toBe('strategy:add')
  const schemas = (document['components'] as { schemas: object }).schemas
  for (const [, name] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) expect(schemas).toHaveProperty([name!])
})

test('the client writes path, query, token and language, and repeats a call once when told to', async () => {
  const seen: Request[] = []
  let answers = [
    new Response(JSON.stringify({ success: false, code: 'auth', message: 'no', content: [] }), { status: 401 }),
  ]
  const client = createClient(contract, {
    base: 'http://x',
    token: () => 'T',
    language: () => 'zh-CN',
    onError: async error => (error.status === 401 ? 'retry' : undefined),
    fetch: async (url, init) => {
      seen.push(new Request(url as string, init))
      return answers.shift() ?? Response.json({ success: true, code: 0, message: 'ok', content: ['a'] })
    },
  })
  const answer = await client.strategy.toApi({
    params: { kind: 'source', id: 'a/b' },
    query: { q: '1&2' },
    body: { fields: [] },
  })
  expect(answer.content).toEqual(['a'])
  expect(seen.map(request => request.url)).toEqual(Array(2).fill('http://x/api/strategy-source/to/a%2Fb?q=1%262'))
  expect(seen[0]?.headers.get('authorization')).toBe('Bearer T')
  answers = [new Response('<html>', { status: 502 })]
  await expect(
    client.strategy.toApi({ params: { kind: 'target', id: 'x' }, body: { fields: [] } }),
  ).rejects.toMatchObject({ status: 502, body: null })
})
