import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const sentences: Sentences = {
  Records: 'Registros',
  'Feishu Bitable': 'Feishu Bitable (tabelas)',
  'Reads all records of one Bitable table, or adds records to it.':
    'Lê todos os registros de uma tabela Bitable ou acrescenta registros a ela.',
  'API address': 'Endereço da API',
  'https://open.feishu.cn for Feishu, https://open.larksuite.com for Lark.':
    'https://open.feishu.cn para o Feishu, https://open.larksuite.com para o Lark.',
  'App id': 'Id do aplicativo',
  'Feishu open platform → custom app → credentials and basic information.':
    'Plataforma aberta do Feishu → aplicativo próprio → credenciais e informações básicas.',
  'App secret': 'Segredo do aplicativo',
  'On the same page as the app id; the app needs the Bitable rights and must be a collaborator of the table.':
    'Na mesma página do id do aplicativo; o aplicativo precisa das permissões do Bitable e de ser colaborador da tabela.',
  'Bitable app_token': 'app_token do Bitable',
  'The part after /base/ in the address of the table.': 'O trecho depois de /base/ no endereço da tabela.',
  'Table table_id': 'table_id da tabela',
  'The part after table= in the address of the table.': 'O trecho depois de table= no endereço da tabela.',
  'Read records': 'Ler registros',
  'Columns stand under fields; a text column is a list of pieces.':
    'As colunas ficam em fields; uma coluna de texto é uma lista de trechos.',
  'With who changed it and when': 'Com autor e data das alterações',
  'View id': 'Id da visualização',
  'Record id': 'Id do registro',
  Columns: 'Colunas',
  'Created at': 'Criado em',
  'Changed at': 'Alterado em',
  'Add a record': 'Adicionar um registro',
  'The names of the mapped fields are those of the columns.': 'Os nomes dos campos mapeados são os das colunas.',
}
