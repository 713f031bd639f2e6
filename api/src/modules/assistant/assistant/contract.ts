import { route } from '@sluice/contract'
import { z } from 'zod'

const id = z.object({ id: z.uuid() })
const name = z.string().trim().min(1).max(100)

/** A conversation of the signed-in user. Its id is written as the specification reads it. */
export const Conversation = z.object({
  _id: z.object({ $oid: z.uuid() }),
  name: z.string(),
  pinned: z.boolean(),
  message_count: z.int(),
  /** How the first question begins; empty while nothing was said. */
  summary: z.string(),
  created_at: z.string(),
  /** Of the last message. */
  updated_at: z.string(),
})
export type Conversation = z.output<typeof Conversation>

export const ChatMessage = z.object({
  id: z.uuid(),
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  created_at: z.string(),
})
export type ChatMessage = z.output<typeof ChatMessage>

/** Which connector answers. */
export const Provider = z.object({
  /** null: there is none yet. */
  connector: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** Address in the console where one is created; null: the user may not. */
  connect_path: z.string().nullable(),
  /** Questions of the tenant today (UTC), and how many it may ask. */
  asked: z.int(),
  daily_limit: z.int(),
})

// A conversation belongs to whoever is signed in: it asks for no permission, and access tokens have no part in it.
export const assistant = {
  create: route({
    method: 'POST',
    path: '/api/dp/assistant/collection',
    summary: 'Begin a conversation with the assistant',
    permission: null,
    audit: 'add',
    body: z.strictObject({ name }),
    content: z.array(Conversation),
  }),
  list: route({
    method: 'GET',
    path: '/api/dp/assistant/collection',
    summary: 'Own conversations: pinned ones first, then the newest',
    permission: null,
    audit: 'query',
    query: z.strictObject({
      /** In the name, or in what was said. */
      keyword: z.string().max(100).optional(),
      /** Only those in which something was said. */
      used: z.enum(['1']).optional(),
      page: z.coerce.number().int().min(1).default(1),
      pageSize: z.coerce.number().int().min(1).max(100).default(50),
    }),
    content: z.array(Conversation),
  }),
  update: route({
    method: 'PUT',
    path: '/api/dp/assistant/collection/{id}',
    summary: 'Rename or pin a conversation',
    permission: null,
    audit: 'update',
    params: id,
    body: z.strictObject({ name: name.optional(), pinned: z.boolean().optional() }),
    content: z.array(Conversation),
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/dp/assistant/collection/{id}',
    summary: 'Delete a conversation with everything that was said in it',
    permission: null,
    audit: 'delete',
    params: id,
    content: z.null(),
  }),
  messages: route({
    method: 'GET',
    path: '/api/dp/assistant/chat/{id}',
    summary: 'Everything that was said in a conversation, the oldest first',
    permission: null,
    audit: 'query',
    params: id,
    content: z.array(ChatMessage),
  }),
  ask: route({
    method: 'POST',
    path: '/api/dp/assistant/chat/{id}',
    summary:
      'Ask the assistant; content[0] is its answer, content[1] the question. A question without an answer is not kept',
    permission: null,
    audit: 'add',
    params: id,
    body: z.strictObject({ msg: z.string().trim().min(1).max(4000) }),
    content: z.array(ChatMessage),
  }),
  provider: route({
    method: 'GET',
    path: '/api/dp/assistant/provider',
    summary: 'Which connector answers, and how many questions are left today',
    permission: null,
    audit: 'query',
    content: Provider,
  }),
}
