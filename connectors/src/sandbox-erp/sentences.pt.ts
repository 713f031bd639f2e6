import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const sentences: Sentences = {
  'Sandbox ERP': 'ERP simulado',
  'A simulated ERP: saves bills and lists materials, with an idempotency ledger, expiring sessions and lost answers.':
    'Um ERP simulado: salva documentos e lista materiais, com registro de idempotência, sessões que expiram e respostas perdidas.',
  Address: 'Endereço',
  'The ERP address that the sandbox prints when it starts.':
    'O endereço do ERP que o ambiente simulado exibe ao iniciar.',
  'App id': 'Id do aplicativo',
  'App secret': 'Segredo do aplicativo',
  'Sealed at rest and never shown again.': 'Selado em repouso e nunca exibido novamente.',
  'Requests at once': 'Requisições simultâneas',
}
