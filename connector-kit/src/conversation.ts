/** Something said to a language model, or by it. */
export interface ChatMessage {
  /** system: what the host tells the model about its task. */
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
}

export interface ChatAnswer {
  readonly content: string
  /** What question and answer cost together; null where the far system does not say. */
  readonly tokens: number | null
}
