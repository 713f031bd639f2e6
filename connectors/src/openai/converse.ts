import type { ChatAnswer, ChatMessage } from '@sluice/connector-kit'
import { type AskHttp, pickPath } from '@sluice/connector-kit/http'
import { Failure, type ParamValues, toText, type Value } from '@sluice/contract'

/** Where the interface says what is wrong. */
export const answerTest = { messagePath: 'error.message' } as const

/** One exchange of the chat interface, whole and not as a stream. */
export async function converse(
  params: ParamValues,
  messages: readonly ChatMessage[],
  ask: AskHttp,
): Promise<ChatAnswer> {
  const said = messages.map(({ role, content }) => ({ role, content }))
  const answer = await ask('chat/completions', { model: String(params['model']), messages: said }, answerTest)
  const content = readContent(pickPath(answer, 'choices.0.message.content'))
  if (content === '')
    throw new Failure({
      code: 'http.noAnswer',
      message: 'The model answered without a text.',
      retry: 'later',
      advice: 'Ask again, or shorten the question; if it stays, check base URL and model.',
    })
  const tokens = Number(toText(pickPath(answer, 'usage.total_tokens') ?? null))
  return { content, tokens: Number.isSafeInteger(tokens) && tokens > 0 ? tokens : null }
}

/** Some models think aloud before they answer. */
const THOUGHTS = /^\s*<think>[\s\S]*?<\/think>/

const readContent = (content: Value | undefined): string =>
  typeof content === 'string' ? content.replace(THOUGHTS, '').trim() : ''
