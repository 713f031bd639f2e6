import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const sentences: Sentences = {
  'DingTalk robot': 'Robô do DingTalk',
  'Sends each record as a message to a DingTalk group.': 'Envia cada registro como mensagem a um grupo do DingTalk.',
  'Token of the webhook': 'Token do webhook',
  'What follows access_token= in the address of the webhook. Sealed at rest and never shown again.':
    'O que vem após access_token= no endereço do webhook. Guardado cifrado e nunca mais exibido.',
  'Secret for signing': 'Segredo para assinatura',
  'Where the robot is secured by signing; begins with SEC.':
    'Quando o robô é protegido por assinatura; começa com SEC.',
}
