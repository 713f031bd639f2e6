import type { Like } from '../lib/i18n.ts'
import type { zh } from './chat-text.zh.ts'

export const en: Like<typeof zh> = {
  assistant: 'Assistant',
  you: 'You',
  log: 'Conversation',
  hello: 'Hello, I am the assistant. Ask me about connectors, strategies, field mapping and reconciliation.',
  privacy:
    'Phone and identity numbers, passwords and keys are masked before anything is sent. The assistant sees no data of the tenant.',
  notConnected: 'There is no OpenAI-compatible connector yet, so nobody answers.',
  connect: 'Create an OpenAI connector',
  askAdmin: 'Ask a colleague who may create connectors.',
  waiting: 'Thinking…',
  failure: {
    title: 'abnormal error',
    connector: 'Check that an OpenAI connector is configured.',
    length: 'Keep a session short, and open a new one when it is long.',
  },
  input: 'Question',
  placeholder: 'Ask something',
  keys: 'Enter sends, Shift + Enter starts a new line',
  send: 'Send',
}
