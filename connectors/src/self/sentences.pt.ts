import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const sentences: Sentences = {
  '{count} strategies': '{count} estratégias',
  'The stored records cannot be read right now.': 'Os registros armazenados não podem ser lidos agora.',
  'Try again; if it stays, tell the operator.': 'Tente novamente; se persistir, avise o operador.',
  'This platform has no {resource}.': 'Esta plataforma não tem {resource}.',
  'Choose one of the listed resources; the strategy may have been deleted.':
    'Escolha um dos recursos listados; a estratégia pode ter sido excluída.',
  'Reading {what} was stopped.': 'A leitura de {what~} foi interrompida.',
  'The {what} is always read as a whole; increments by a field are not possible.':
    '{what~}: a leitura é sempre por inteiro; incrementos por um campo não são possíveis.',
  'Vouchers are always read as a whole; increments by a field are not possible.':
    'Os lançamentos são sempre lidos por inteiro; incrementos por um campo não são possíveis.',
  'Switch off the increment: records already taken are recognised by their key.':
    'Desative o incremento: registros já lidos são reconhecidos pela chave.',
  'inbox {name}': 'caixa de entrada {name}',
  'strategy {name}': 'estratégia {name}',
  'The write was stopped.': 'A gravação foi interrompida.',
  'This platform': 'Esta plataforma',
  'Writes nowhere or into the reconciliation, receives what is pushed, and reads what other strategies have stored.':
    'Não grava em lugar nenhum ou grava na conciliação, recebe o que é enviado e lê o que outras estratégias armazenaram.',
  Inbox: 'Caixa de entrada',
  'For “passive receive” only: the name of the inbox that is pushed into.':
    'Somente para a “recepção passiva”: o nome da caixa de entrada que recebe os envios.',
  Records: 'Registros',
  All: 'Todos',
  'Finished ones only': 'Somente os concluídos',
  'For “records of another strategy” only.': 'Somente para “registros de outra estratégia”.',
}
