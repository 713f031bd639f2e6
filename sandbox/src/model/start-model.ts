import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What goes wrong with questions until it is taken back. */
type ModelFault = 'none' | 'limited' | 'broken' | 'silent' | 'cut' | 'page' | 'empty'

/** A question as it came. */
interface ModelQuestion {
  readonly model: string
  readonly messages: readonly { readonly role: string; readonly content: string }[]
}

/** A language model behind the interface that OpenAI made common: it answers `You asked: …` to the last message. */
export interface Model {
  /** Base URL, with the version. */
  readonly url: string
  readonly key: string
  /** What `GET models` lists. */
  readonly models: readonly { readonly id: string; readonly object: string; readonly created: number }[]
  /** May be set at any time. */
  fault: ModelFault
  readonly asked: readonly ModelQuestion[]
  countRequests(): number
  close(): Promise<void>
}

export async function startModel(key: string): Promise<Model> {
  const asked: ModelQuestion[] = []
  let requests = 0
  const server = createServer((req, res) => {
    requests++
    if (req.headers.authorization !== `Bearer ${key}`) return refuse(res, 401, 'no such key')
    if (req.method === 'GET' && req.url === '/v1/models') return sendJson(res, 200, { object: 'list', data: models })
    if (req.method !== 'POST' || req.url !== '/v1/chat/completions') return refuse(res, 404, 'no such path')
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      const question = JSON.parse(Buffer.concat(chunks).toString()) as ModelQuestion // a test's own question
      asked.push(question)
      answer(res, model.fault, question.messages.at(-1)?.content ?? '')
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listening on TCP
  const model: Model = {
    url: `http://127.0.0.1:${port}/v1`,
    key,
    models,
    fault: 'none',
    asked,
    countRequests: () => requests,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return model
}

const models = Array.from({ length: 40 }, (_, index) => ({
  id: `model-${String(index).padStart(2, '0')}`,
  object: 'model',
  created: 1_700_000_000 + index,
}))

function answer(res: ServerResponse, fault: ModelFault, question: string): void {
  if (fault === 'silent') return
  if (fault === 'limited') refuse(res.setHeader('retry-after', '7'), 429, 'slow down')
  else if (fault === 'broken') refuse(res, 500, 'out of memory')
  else if (fault === 'page') res.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>')
  else if (fault === 'cut') {
    res.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
    res.write('{"choices":[', () => res.destroy())
  } else {
    // Some models think aloud before they answer.
    const content = fault === 'empty' ? '' : `<think>hm</think>\nYou asked: ${question}`
    sendJson(res, 200, { choices: [{ message: { role: 'assistant', content } }], usage: { total_tokens: 12 } })
  }
}

const refuse = (res: ServerResponse, status: number, message: string): void =>
  sendJson(res, status, { error: { message } })

function sendJson(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
