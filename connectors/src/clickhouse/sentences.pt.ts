import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const sentences: Sentences = {
  'ClickHouse refused the user name or the password.': 'O ClickHouse recusou o nome de usuário ou a senha.',
  'Check both, and that the user may come from the address of this machine.':
    'Verifique ambos, e se o usuário pode vir do endereço desta máquina.',
  'The user may not do this.': 'O usuário não pode fazer isto.',
  'Grant it SELECT (source) or INSERT (target) on the database.':
    'Conceda-lhe SELECT (origem) ou INSERT (destino) no banco de dados.',
  'Choose another table, or grant the user rights on it.':
    'Escolha outra tabela ou conceda ao usuário permissões nela.',
  'The table has vanished.': 'A tabela desapareceu.',
  'Choose the table again, or restore it.': 'Escolha a tabela novamente ou restaure-a.',
  'ClickHouse has too much to do at the moment.': 'O ClickHouse está sobrecarregado no momento.',
  'It is tried again by itself; write larger batches, or raise the limits of the server.':
    'Será tentado de novo automaticamente; grave lotes maiores ou aumente os limites do servidor.',
  'The server gave up on the statement, because it took too long.':
    'O servidor desistiu da instrução, porque ela demorou demais.',
  'Ask for smaller pages, or narrow the condition to the sorting key.':
    'Peça páginas menores, ou restrinja a condição à chave de ordenação.',
  'The table or the user is read-only at the moment.': 'A tabela ou o usuário está somente leitura no momento.',
  'Check the profile of the user, and the connection of the server to its keeper.':
    'Verifique o perfil do usuário e a conexão do servidor com o seu keeper.',
  'There is no database of this name.': 'Não há um banco de dados com este nome.',
  'Check the name; upper and lower case differ.': 'Verifique o nome; maiúsculas e minúsculas são diferentes.',
  'The disk of the server is full.': 'O disco do servidor está cheio.',
  'Free some space; writing goes on by itself.': 'Libere espaço; a gravação continua automaticamente.',
  'ClickHouse refused the statement: {reason} ({number}).': 'O ClickHouse recusou a instrução: {reason} ({number}).',
  'Look the number up in the documents of ClickHouse.': 'Procure o número na documentação do ClickHouse.',
  'What answers at this address is not the HTTP interface of ClickHouse (HTTP {status}).':
    'O que responde neste endereço não é a interface HTTP do ClickHouse (HTTP {status}).',
  'Check the address; the interface is usually at port 8123, or 8443 encrypted.':
    'Verifique o endereço; a interface geralmente fica na porta 8123, ou 8443 criptografada.',
  'The column "{field}" has the type {type}, which is not written here.':
    'A coluna "{field}" tem o tipo {type}, que não é gravado aqui.',
  'Take it out of the mapping, and let a default or a materialized view fill it.':
    'Tire-a do mapeamento e deixe um valor padrão ou uma visão materializada preenchê-la.',
  '{table} keeps every row that is written ({engine}, sorted by {sorting}), so rows cannot be updated by this key.':
    '{table} guarda cada linha gravada ({engine}, ordenada por {sorting}); por isso as linhas não podem ser atualizadas por esta chave.',
  'Use the mode "insert", or a ReplacingMergeTree with exactly the key as its sorting key.':
    'Use o modo "insert", ou um ReplacingMergeTree com exatamente a chave como chave de ordenação.',
  'is null, and the column takes no null': 'é nulo, e a coluna não aceita nulo',
  'is no name of the enumeration': 'não é um nome da enumeração',
  'is not a UUID': 'não é um UUID',
  'is {size} bytes long, the column takes {width}': 'tem {size} bytes, a coluna aceita {width}',
  'is outside {least} … {most}': 'está fora de {least} … {most}',
  'is not a list': 'não é uma lista',
  '"{name}" cannot be a name in ClickHouse.': '"{name}" não pode ser um nome no ClickHouse.',
  'The table "{name}" exists already.': 'A tabela "{name}" já existe.',
  '{count} tables and views': '{count} tabelas e visões',
  'If it is to be so, an administrator of the server runs this.':
    'Se for o caso, um administrador do servidor executa isto.',
  'the profile of the user is read-only': 'o perfil do usuário é somente leitura',
  'shows when it is done for the first time': 'aparece quando é feito pela primeira vez',
  'a role may give it': 'um papel pode concedê-lo',
  ClickHouse: 'ClickHouse',
  'Reads tables and views over the HTTP interface; writes tables, by the sorting key where the engine is ReplacingMergeTree.':
    'Lê tabelas e visões pela interface HTTP; grava tabelas, pela chave de ordenação onde o mecanismo é ReplacingMergeTree.',
  'Service address': 'Endereço do serviço',
  'Address of the HTTP interface, usually port 8123, or 8443 encrypted; not 9000.':
    'Endereço da interface HTTP, geralmente porta 8123, ou 8443 criptografada; não 9000.',
  Database: 'Banco de dados',
  'The database of the tables.': 'O banco de dados das tabelas.',
  'User name': 'Nome de usuário',
  'Binary columns': 'Colunas binárias',
  'A String of ClickHouse may hold binary content: these columns are always read so, others only where they are no UTF-8 text.':
    'Um String do ClickHouse pode conter conteúdo binário: estas colunas são sempre lidas assim, as outras só onde não são texto UTF-8.',
  'Only the latest row of each key': 'Somente a linha mais recente de cada chave',
  'Reads engines that merge rows, such as ReplacingMergeTree, with FINAL; nothing changes for others.':
    'Lê com FINAL os mecanismos que mesclam linhas, como ReplacingMergeTree; nada muda para os outros.',
  'Days outside 1925-01-01 … 2283-11-11 are refused.': 'Dias fora de 1925-01-01 … 2283-11-11 são recusados.',
  'Days outside 1970-01-01 … 2105-12-31 are refused.': 'Dias fora de 1970-01-01 … 2105-12-31 são recusados.',
  'Times outside 1925 … 2283 are refused.': 'Horários fora de 1925 … 2283 são recusados.',
}
