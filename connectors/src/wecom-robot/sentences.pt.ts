import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const sentences: Sentences = {
  'WeCom robot': 'Robô do WeCom',
  'Sends each record as a message to a WeCom group.': 'Envia cada registro como mensagem a um grupo do WeCom.',
  'Key of the webhook': 'Chave do webhook',
  'What follows key= in the address of the webhook. Sealed at rest and never shown again.':
    'O que vem após key= no endereço do webhook. Guardado cifrado e nunca mais exibido.',
}
