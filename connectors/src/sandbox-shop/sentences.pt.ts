import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const sentences: Sentences = {
  'Sandbox shop': 'Loja simulada',
  'A simulated shop platform: orders, products and refunds, with rate limits, expiring tokens and late edits.':
    'Uma plataforma de loja simulada: pedidos, produtos e reembolsos, com limites de taxa, tokens que expiram e edições tardias.',
  Address: 'Endereço',
  'The shop address that the sandbox prints when it starts.':
    'O endereço da loja que o ambiente simulado exibe ao iniciar.',
  'Client id': 'Id do cliente',
  'Client secret': 'Segredo do cliente',
  'Sealed at rest and never shown again.': 'Selado em repouso e nunca exibido novamente.',
  'Requests at once': 'Requisições simultâneas',
}
