import type { Engine } from '@sluice/engine'
import { maskPrivate } from './mask-private.ts'

type Prompt = Parameters<Engine['connections']['converse']>[2]
type Message = Prompt[number]

/** Messages of the conversation that go along with a question, itself included. */
const MAX_MESSAGES = 20
const MAX_TOKENS = 8000

/** Nothing about the tenant: what the model does not know it cannot tell. */
const TASK = [
  'You are the assistant of a data-integration console: connectors to far systems, strategies that move records between them, field mapping, reconciliation, an API gateway.',
  'Answer in the language of the question, briefly and in plain text; put code into fenced blocks.',
  'You see no data of the tenant and can change nothing. Say so when you are asked to. Never ask for passwords, keys or personal data.',
].join('\n')

/** What the model is given: its task, as much of the newest history as fits, and the question; private things masked. */
export function makePrompt(history: readonly Message[], question: string): Message[] {
  const said = [...history, { role: 'user' as const, content: question }].map(({ role, content }) => ({
    role,
    content: maskPrivate(content),
  }))
  const kept: Message[] = []
  let tokens = 0
  for (const message of said.reverse()) {
    tokens += estimateTokens(message.content)
    if (kept.length === MAX_MESSAGES || (tokens > MAX_TOKENS && kept.length > 0)) break
    kept.unshift(message)
  }
  // Some models refuse a conversation that an answer begins.
  if (kept[0]?.role === 'assistant') kept.shift()
  return [{ role: 'system', content: TASK }, ...kept]
}

/** Rather too many than too few: a token for a Chinese character, one for four of any other. */
export function estimateTokens(text: string): number {
  const wide = text.match(/[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/g)?.length ?? 0
  return wide + Math.ceil((text.length - wide) / 4)
}
