import { createHmac } from 'node:crypto'
import type { RobotMessage, RobotPlan } from '@sluice/connector-kit/robot'
import type { Params } from './manifest.ts'

/** Messages as DingTalk documents them for custom robots. */
export const planMessages = ({ base_url: base, access_token: token, secret }: Params): RobotPlan => ({
  request: (message, nowMs) => {
    const signed = secret ? `&timestamp=${nowMs}&sign=${encodeURIComponent(sign(nowMs, secret))}` : ''
    return { url: `${base}/robot/send?access_token=${encodeURIComponent(token)}${signed}`, body: writeBody(message) }
  },
  codeField: 'errcode',
  wordsField: 'errmsg',
  verdicts: {
    '-1': 'busy',
    '130101': 'limited',
    '410100': 'limited',
    '300001': 'setup',
    '300005': 'setup',
    '310000': 'setup',
    '400013': 'setup',
    '400101': 'setup',
    '400102': 'setup',
    '400106': 'setup',
  },
  maxBytes: { text: 20_000, markdown: 20_000 },
  // Whoever sends more than 20 in a minute is shut out for ten.
  pauseMs: 600_000,
})

/** HMAC-SHA256 of the time and the secret, by the secret, in Base64. */
export const sign = (nowMs: number, secret: string): string =>
  createHmac('sha256', secret).update(`${nowMs}\n${secret}`).digest('base64')

const writeBody = ({ kind, title, content }: RobotMessage): object =>
  kind === 'text' ? { msgtype: 'text', text: { content } } : { msgtype: 'markdown', markdown: { title, text: content } }
