import { createHmac } from 'node:crypto'
import type { RobotMessage, RobotPlan } from '@sluice/connector-kit/robot'
import type { Params } from './manifest.ts'

/** Messages as Feishu documents them for custom bots. */
export const planMessages = ({ base_url: base, token, secret }: Params): RobotPlan => ({
  request: (message, nowMs) => {
    const timestamp = String(Math.floor(nowMs / 1000))
    const signed = secret ? { timestamp, sign: sign(timestamp, secret) } : {}
    return {
      url: `${base}/open-apis/bot/v2/hook/${encodeURIComponent(token)}`,
      body: { ...signed, ...writeBody(message) },
    }
  },
  codeField: 'code',
  wordsField: 'msg',
  verdicts: {
    '11232': 'limited',
    '11233': 'limited',
    '19001': 'setup',
    '19021': 'setup',
    '19022': 'setup',
    '19024': 'setup',
  },
  // The whole request may have 20 KB.
  maxBytes: { text: 18_000, markdown: 18_000 },
  pauseMs: 60_000,
})

/** HMAC-SHA256 of nothing; time and secret together are the key. */
export const sign = (seconds: string, secret: string): string =>
  createHmac('sha256', `${seconds}\n${secret}`).digest('base64')

/** Markdown is shown by cards only. */
const writeBody = ({ kind, title, content }: RobotMessage): object =>
  kind === 'text'
    ? { msg_type: 'text', content: { text: content } }
    : {
        msg_type: 'interactive',
        card: {
          header: { title: { tag: 'plain_text', content: title } },
          elements: [{ tag: 'markdown', content }],
        },
      }
