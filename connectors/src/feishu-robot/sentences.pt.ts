import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const sentences: Sentences = {
  'Feishu robot': 'Robô do Feishu',
  'Sends each record as a message to a Feishu or Lark group.':
    'Envia cada registro como mensagem a um grupo do Feishu ou Lark.',
  'Token of the webhook': 'Token do webhook',
  'What follows /hook/ in the address of the webhook. Sealed at rest and never shown again.':
    'O que vem após /hook/ no endereço do webhook. Guardado cifrado e nunca mais exibido.',
  'Secret for signing': 'Segredo para assinatura',
  'Where the robot is secured by signatures.': 'Quando o robô é protegido por assinaturas.',
}
