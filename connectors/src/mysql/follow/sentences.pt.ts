import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const followSentences: Sentences = {
  'A transaction has been open on the server for too long, so following cannot begin.':
    'Uma transação está aberta no servidor há tempo demais, por isso o acompanhamento não pode começar.',
  'End transactions that were left open (information_schema.innodb_trx).':
    'Encerre as transações deixadas abertas (information_schema.innodb_trx).',
  'The server keeps no binary log.': 'O servidor não mantém log binário.',
  'Set log_bin and binlog_format = ROW in the configuration of the server and restart it.':
    'Defina log_bin e binlog_format = ROW na configuração do servidor e reinicie-o.',
  'The user may not read the binary log.': 'O usuário não pode ler o log binário.',
  'An administrator runs: grant replication slave, replication client, process on *.* to the user.':
    'Um administrador executa: grant replication slave, replication client, process on *.* to the user.',
  'Another connection follows this server under the same number.':
    'Outra conexão acompanha este servidor com o mesmo número.',
  'The server has removed the binary log that comes next.': 'O servidor removeu o log binário seguinte.',
  'The server has removed the binary log {file}, which comes next.':
    'O servidor removeu o log binário {file}, que seria o seguinte.',
  'This is another server than before, and its binary log cannot be compared with the old one.':
    'Este é um servidor diferente do anterior e seu log binário não pode ser comparado com o antigo.',
  'Keep binary logs longer (binlog_expire_logs_seconds), then run the strategy in full: it reads everything anew and then follows.':
    'Mantenha os logs binários por mais tempo (binlog_expire_logs_seconds) e depois execute a estratégia por completo: ela lê tudo novamente e volta a acompanhar.',
  'The server logs statements and not rows (binlog_format is {format}).':
    'O servidor registra comandos e não linhas (binlog_format é {format}).',
  'The server logs rows without the names of their columns (binlog_row_metadata is {names}), so those of a table that is altered could be taken for others.':
    'O servidor registra linhas sem os nomes das colunas (binlog_row_metadata é {names}), e as de uma tabela alterada poderiam ser tomadas por outras.',
  'The server compresses its binary log, which cannot be read.':
    'O servidor comprime o log binário, que não pode ser lido.',
  'The server logs parts of JSON values only, which cannot be read.':
    'O servidor registra apenas partes de valores JSON, que não podem ser lidas.',
  'Run: {sql}; write it into the configuration of the server too, and let applications connect anew.':
    'Execute: {sql}; grave-o também na configuração do servidor e faça os aplicativos reconectarem.',
  'ROW, {image}: changed rows are read again by key': 'ROW, {image}: linhas alteradas são lidas novamente pela chave',
  'kept until removed by hand': 'mantido até ser removido manualmente',
  'The server keeps its binary log for {hours} hours only; a longer stop would lose changes.':
    'O servidor mantém o log binário por apenas {hours} horas; uma parada mais longa perderia alterações.',
  'Set binlog_expire_logs_seconds to a week (604800) or at least a day.':
    'Defina binlog_expire_logs_seconds para uma semana (604800) ou ao menos um dia.',
  'The key of the strategy ({names}) is not unique in {table}, so a change does not say which row it is about.':
    'A chave da estratégia ({names}) não é única em {table}, por isso uma alteração não diz de qual linha se trata.',
  'Choose the primary key or the columns of a unique index.':
    'Escolha a chave primária ou as colunas de um índice único.',
  'The key column "{name}" has a type or a character set that cannot be read from the binary log.':
    'A coluna-chave "{name}" tem um tipo ou conjunto de caracteres que não pode ser lido do log binário.',
  'Choose a key of numbers, or of text in utf8, ascii or latin1.':
    'Escolha uma chave de números ou de texto em utf8, ascii ou latin1.',
  '{table} was altered, and the changes made before that can no longer be read (set binlog_row_metadata = FULL to avoid this).':
    '{table} foi alterada e as alterações anteriores não podem mais ser lidas (defina binlog_row_metadata = FULL para evitar isso).',
  'New columns of the table: {columns}.': 'Colunas novas na tabela: {columns}.',
  'Columns gone from the table: {columns}.': 'Colunas removidas da tabela: {columns}.',
  'The columns of the table have changed ({what}).': 'As colunas da tabela mudaram ({what}).',
  'A change was logged as a statement and not as rows (binlog_format is not ROW for some session).':
    'Uma alteração foi registrada como comando e não como linhas (binlog_format não é ROW em alguma sessão).',
  'Set log_bin_compress (MariaDB) or binlog_transaction_compression (MySQL) to off.':
    'Desative log_bin_compress (MariaDB) ou binlog_transaction_compression (MySQL).',
  "Set binlog_row_value_options to ''.": "Defina binlog_row_value_options como ''.",
  'The column "{name}" that the strategy reads was removed from {table}.':
    'A coluna "{name}", que a estratégia lê, foi removida de {table}.',
  'Choose the columns and the key again, then start the strategy.':
    'Escolha novamente as colunas e a chave e depois inicie a estratégia.',
  'Following the binary log failed': 'O acompanhamento do log binário falhou',
  'Asking for the binary log failed': 'O pedido do log binário falhou',
  'Following {table} failed': 'O acompanhamento de {table} falhou',
  'The table was dropped.': 'A tabela foi excluída.',
  'The table was replaced by another of its name, or was given another name.':
    'A tabela foi substituída por outra de mesmo nome ou recebeu outro nome.',
  'A partition of the table was exchanged for another table.': 'Uma partição da tabela foi trocada por outra tabela.',
  'A partition of the table was dropped or emptied at once.':
    'Uma partição da tabela foi excluída ou esvaziada de uma vez.',
  'The server leaves changes of {database} out of its log ({setting} is {value}).':
    'O servidor deixa as alterações de {database} fora do log ({setting} é {value}).',
  'Take the database out of {name} in the configuration of the server, or into binlog_do_db where that is set, and restart it.':
    'Retire o banco de {name} na configuração do servidor, ou inclua-o em binlog_do_db se definido, e reinicie.',
  'The server is a copy of another one, and does not log the changes that come from there (log_slave_updates is OFF).':
    'O servidor é cópia de outro e não registra as alterações que vêm dele (log_slave_updates está OFF).',
  'Follow the server that they come from, or set log_slave_updates (MySQL 8: log_replica_updates) to on and restart this one.':
    'Acompanhe o servidor de onde vêm, ou ligue log_slave_updates (MySQL 8: log_replica_updates) e reinicie este.',
}
