import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const sentences: Sentences = {
  Form: 'Formulário',
  'Name of the field': 'Nome do campo',
  Value: 'Valor',
  'Further value': 'Valor adicional',
  'User id of the originator': 'Id do usuário solicitante',
  Approvals: 'Aprovações',
  'DingTalk approvals': 'Aprovações do DingTalk',
  'Reads the instances of one approval form with what was filled in, and starts instances.':
    'Lê as instâncias de um formulário de aprovação com o que foi preenchido e inicia instâncias.',
  'API address': 'Endereço da API',
  'Client id (AppKey)': 'Id do cliente (AppKey)',
  'DingTalk developer console → internal app → credentials and basic information.':
    'Console do desenvolvedor DingTalk → aplicativo interno → credenciais e informações básicas.',
  'Client secret (AppSecret)': 'Segredo do cliente (AppSecret)',
  'On the same page as the client id; the app needs the rights to read and write workflow instances.':
    'Na mesma página do id do cliente; o aplicativo precisa das permissões de leitura e gravação de instâncias de workflow.',
  'Approval form (processCode)': 'Formulário de aprovação (processCode)',
  'The part after processCode= in the address where the form is edited.':
    'A parte após processCode= no endereço em que o formulário é editado.',
  'Read approval instances': 'Ler instâncias de aprovação',
  'Read by the time of the start; the first read goes back 30 days, at most a year is kept. One that is decided later does not come again by itself: set a time to look back.':
    'Lido pela data de início; a primeira leitura volta 30 dias, no máximo um ano é mantido. Uma instância decidida depois não volta sozinha: defina um tempo de releitura.',
  'Started from': 'Iniciado a partir de',
  'Started until': 'Iniciado até',
  'States, as ["COMPLETED"]': 'Estados, como ["COMPLETED"]',
  'Instance id': 'Id da instância',
  'Approval number': 'Número da aprovação',
  Title: 'Título',
  Status: 'Status',
  Result: 'Resultado',
  'Department id': 'Id do departamento',
  Department: 'Departamento',
  'Started at': 'Iniciado em',
  'Finished at': 'Concluído em',
  History: 'Histórico',
  Tasks: 'Tarefas',
  'Start an approval instance': 'Iniciar uma instância de aprovação',
  'DingTalk keeps nothing from being done twice: a write without an answer is unknown and never repeated by itself.':
    'O DingTalk não impede repetições: uma gravação sem resposta fica com resultado desconhecido e nunca é repetida sozinha.',
  Approvers: 'Aprovadores',
  'Copies to': 'Cópias para',
  'When copies are sent': 'Quando as cópias são enviadas',
}
