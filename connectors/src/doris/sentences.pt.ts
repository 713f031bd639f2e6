import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const sentences: Sentences = {
  'Choose another table, or grant the user rights on it.':
    'Escolha outra tabela ou conceda ao usuário permissões nela.',
  'If it is to be so, an administrator of the server runs this.':
    'Se for o caso, um administrador do servidor executa isto.',
  'The user may neither read nor write any table of this database.':
    'O usuário não pode ler nem gravar nenhuma tabela deste banco de dados.',
  'Grant the user SELECT_PRIV (source) or SELECT_PRIV and LOAD_PRIV (target) on the database.':
    'Conceda ao usuário SELECT_PRIV (origem) ou SELECT_PRIV e LOAD_PRIV (destino) no banco de dados.',
  '"{name}" cannot be a name in Doris (1 to {limit} characters).':
    '"{name}" não pode ser um nome no Doris (1 a {limit} caracteres).',
  'Doris has no type for binary content, which the field "{name}" is.':
    'O Doris não tem um tipo para conteúdo binário, que é o do campo "{name}".',
  'Leave the field out of the new table.': 'Deixe o campo fora da nova tabela.',
  'The server refused the user name or the password.': 'O servidor recusou o nome de usuário ou a senha.',
  'Check user name and password, and that the user may connect from this host.':
    'Verifique nome de usuário e senha, e se o usuário pode conectar a partir deste host.',
  'The database does not exist or this user may not use it.':
    'O banco de dados não existe ou este usuário não pode usá-lo.',
  'Check the database name, or grant the user rights on it.':
    'Verifique o nome do banco de dados ou conceda ao usuário permissões sobre ele.',
  'The user lacks the right to do this.': 'O usuário não tem permissão para fazer isto.',
  'The table or view has vanished.': 'A tabela ou visão desapareceu.',
  'Choose the table again, or restore it.': 'Escolha a tabela novamente ou restaure-a.',
  'The statement took longer than allowed.': 'O comando demorou mais do que o permitido.',
  'Narrow the condition, or read by the first key column of the table.':
    'Restrinja a condição, ou leia pela primeira coluna da chave da tabela.',
  'The connection to the server broke.': 'A conexão com o servidor caiu.',
  'The server has no connection left for this user.': 'O servidor não tem mais conexões para este usuário.',
  'Raise max_user_connections of the user, or close other clients.':
    'Aumente max_user_connections do usuário ou feche outros clientes.',
  'The table has too many versions that are not merged yet (-235).':
    'A tabela tem versões demais que ainda não foram mescladas (-235).',
  'It is tried again by itself; write larger batches, fewer at a time.':
    'Será tentado de novo automaticamente; grave lotes maiores, menos ao mesmo tempo.',
  'The server has too little memory for the load at the moment.':
    'O servidor tem pouca memória para a carga no momento.',
  'It is tried again by itself; write smaller batches.': 'Será tentado de novo automaticamente; grave lotes menores.',
  'The server accepted the connection but did not answer in time.':
    'O servidor aceitou a conexão, mas não respondeu a tempo.',
  'Check that the query port of an FE listens here, usually 9030.':
    'Verifique se a porta de consulta de um FE escuta aqui, geralmente 9030.',
  'The server does not offer an encrypted connection.': 'O servidor não oferece conexão criptografada.',
  'The certificate of the server is not trusted.': 'O certificado do servidor não é confiável.',
  'Set SSL mode to off, or set enable_ssl on the FE.': 'Desative o modo SSL, ou defina enable_ssl no FE.',
  'Give the CA certificate, or correct the host name.': 'Informe o certificado da CA ou corrija o nome do host.',
  'What answers at the Stream Load address is not Doris (HTTP {status}).':
    'O que responde no endereço do Stream Load não é o Doris (HTTP {status}).',
  'Check the address: the HTTP port of an FE is usually 8030, of a BE 8040.':
    'Verifique o endereço: a porta HTTP de um FE geralmente é 8030, a de um BE 8040.',
  'The table cannot keep the columns that are not mapped: it does not merge on write.':
    'A tabela não pode manter as colunas que não são mapeadas: ela não mescla na gravação.',
  'Map all columns, or make the table with enable_unique_key_merge_on_write.':
    'Mapeie todas as colunas, ou crie a tabela com enable_unique_key_merge_on_write.',
  'Doris refused the load: {reason}.': 'O Doris recusou a carga: {reason}.',
  'Doris refused the row: {reason}.': 'O Doris recusou a linha: {reason}.',
  'The table "{name}" exists already.': 'A tabela "{name}" já existe.',
  'Doris has no type for binary content.': 'O Doris não tem um tipo para conteúdo binário.',
  'The certificate of {host} cannot be checked, because it is an address and not a name.':
    'O certificado de {host} não pode ser verificado, porque é um endereço e não um nome.',
  'Give the host name that stands in the certificate.': 'Informe o nome do host que consta no certificado.',
  '{from} sends the rows on to {to}, where they cannot go.':
    '{from} encaminha as linhas para {to}, aonde não podem ir.',
  'Enter the address of a BE, usually port 8040.': 'Informe o endereço de um BE, geralmente a porta 8040.',
  'The load {label} has not come to an end; nobody knows yet whether its rows are there.':
    'A carga {label} ainda não terminou; ainda não se sabe se as linhas estão lá.',
  "Ask the database: SHOW TRANSACTION WHERE LABEL = '{label}'.":
    "Pergunte ao banco de dados: SHOW TRANSACTION WHERE LABEL = '{label}'.",
  'Apache Doris': 'Apache Doris',
  'Reads tables and views over the MySQL protocol; writes tables by Stream Load, by key where the table has a UNIQUE KEY.':
    'Lê tabelas e visões pelo protocolo MySQL; grava tabelas por Stream Load, por chave onde a tabela tem UNIQUE KEY.',
  'Stream Load address': 'Endereço do Stream Load',
  'For writing: the HTTP port of an FE, usually 8030, or of a BE (8040). Empty is port 8030 of the host above. An FE sends the rows on to a BE, which this machine must reach.':
    'Para gravar: a porta HTTP de um FE, geralmente 8030, ou de um BE (8040). Vazio é a porta 8030 do servidor acima. Um FE encaminha as linhas a um BE, que esta máquina precisa alcançar.',
  'Do not check the certificate of Stream Load': 'Não verificar o certificado do Stream Load',
}
