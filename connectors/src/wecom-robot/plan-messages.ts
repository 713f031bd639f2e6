import type { RobotMessage, RobotPlan } from '@sluice/connector-kit/robot'
import type { Params } from './manifest.ts'

/** Messages as WeCom documents them for group robots. There is no signature: the key is all. */
export const planMessages = ({ base_url: base, key }: Params): RobotPlan => ({
  request: message => ({
    url: `${base}/cgi-bin/webhook/send?key=${encodeURIComponent(key)}`,
    body: writeBody(message),
  }),
  codeField: 'errcode',
  wordsField: 'errmsg',
  verdicts: { '-1': 'busy', '45009': 'limited', '45033': 'limited', '93000': 'setup', '93008': 'setup' },
  // The title takes a line of the content.
  maxBytes: { text: 2048, markdown: 3900 },
  pauseMs: 60_000,
})

/** Markdown has no title of its own here: it becomes the first heading. */
const writeBody = ({ kind, title, content }: RobotMessage): object =>
  kind === 'text'
    ? { msgtype: 'text', text: { content } }
    : { msgtype: 'markdown', markdown: { content: `# ${title.replace(/\s+/g, ' ').slice(0, 60)}\n${content}` } }
