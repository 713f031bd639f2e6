import type { Sentences } from '@sluice/contract'
import { followSentences } from './follow/sentences.pt.ts'

/** By the English sentence. */
export const sentences: Sentences = {
  ...followSentences,
  'Choose another table, or grant the user usage on its schema.':
    'Escolha outra tabela ou conceda ao usuário usage no schema dela.',
  'PostgreSQL, TLS offered': 'PostgreSQL, TLS oferecido',
  'PostgreSQL, no TLS': 'PostgreSQL, sem TLS',
  'The server does not offer an encrypted connection.': 'O servidor não oferece conexão criptografada.',
  'Set SSL mode to off, or switch SSL on at the server.': 'Desative o modo SSL ou ative SSL no servidor.',
  '{host}:{port} is {what}, not a PostgreSQL server.': '{host}:{port} é {what!}, não um servidor PostgreSQL.',
  'a web server': 'um servidor web',
  'something that gives no answer': 'algo que não responde',
  'another kind of server': 'outro tipo de servidor',
  'Check the port; PostgreSQL usually listens on 5432.': 'Verifique a porta; o PostgreSQL geralmente escuta na 5432.',
  '{readable} tables and views to read, {writable} to write':
    '{readable} tabelas e visões para ler, {writable} para gravar',
  'not in the schema {name}': 'não no esquema {name}',
  'in the schema {name}': 'no esquema {name}',
  'the user may make no temporary table, which writing in batches needs':
    'o usuário não pode criar tabelas temporárias, que a gravação em lotes precisa',
  'the user has no replication right; wal_level {level}':
    'o usuário não tem o direito de replicação; wal_level {level}',
  'If changes are to be followed, an administrator of the server runs this and restarts the server.':
    'Se alterações devem ser acompanhadas, um administrador do servidor executa isto e reinicia o servidor.',
  'The server lets this user into this database neither from {host} nor in this way.':
    'O servidor não deixa este usuário entrar neste banco a partir de {host} desta forma.',
  'Try SSL mode encrypted; else an administrator adds this line to pg_hba.conf and reloads the server.':
    'Tente o modo SSL criptografado; senão um administrador acrescenta esta linha ao pg_hba.conf e recarrega o servidor.',
  'An administrator adds this line to pg_hba.conf and reloads the server.':
    'Um administrador acrescenta esta linha ao pg_hba.conf e recarrega o servidor.',
  'no tables yet; tables can be created': 'ainda sem tabelas; é possível criá-las',
  'The user may neither read nor write any table of this database.':
    'O usuário não pode ler nem gravar nenhuma tabela deste banco de dados.',
  'Grant select (source) or insert and update (target) on the tables and usage on their schema, or check the schema name.':
    'Conceda select (origem) ou insert e update (destino) nas tabelas e usage no schema delas, ou verifique o nome do schema.',
  '"{name}" cannot be a name in PostgreSQL (1 to {max} bytes).':
    '"{name}" não pode ser um nome no PostgreSQL (1 a {max} bytes).',
  'The server refused the user name or the password.': 'O servidor recusou o nome de usuário ou a senha.',
  'Check user name and password, and that pg_hba.conf lets this user in from here.':
    'Verifique nome de usuário e senha, e se pg_hba.conf deixa este usuário entrar a partir daqui.',
  'The database does not exist on this server.': 'O banco de dados não existe neste servidor.',
  'Check the database name; PostgreSQL names are case-sensitive.':
    'Verifique o nome do banco de dados; nomes do PostgreSQL diferenciam maiúsculas de minúsculas.',
  'The user lacks the right to do this.': 'O usuário não tem permissão para fazer isto.',
  'Grant the user select (source) or insert and update (target) on the table, usage on its schema, and temporary on the database (target).':
    'Conceda ao usuário select (origem) ou insert e update (destino) na tabela, usage no schema dela e temporary no banco de dados (destino).',
  'The database is read-only (a replica, or locked by its administrator).':
    'O banco de dados é somente leitura (uma réplica ou bloqueado pelo administrador).',
  'Write to the primary server.': 'Grave no servidor primário.',
  'The disk of the database server is full.': 'O disco do servidor de banco de dados está cheio.',
  'Free space on the server; writing goes on by itself.': 'Libere espaço no servidor; a gravação continua sozinha.',
  'The server has no connection or memory left.': 'O servidor não tem mais conexões ou memória.',
  'Raise max_connections or close other clients.': 'Aumente max_connections ou feche outros clientes.',
  'The statement took longer than allowed.': 'O comando demorou mais do que o permitido.',
  'Add an index for the key and the increment field, or narrow the condition.':
    'Adicione um índice para a chave e o campo de incremento ou restrinja a condição.',
  'The server ended the connection or is starting up.': 'O servidor encerrou a conexão ou está iniciando.',
  'The connection to the server broke.': 'A conexão com o servidor caiu.',
  'Another transaction was in the way (deadlock or serialization).':
    'Outra transação estava no caminho (deadlock ou serialização).',
  'The table is locked by another transaction.': 'A tabela está bloqueada por outra transação.',
  'The table or view has vanished.': 'A tabela ou visão desapareceu.',
  'The schema has vanished.': 'O schema desapareceu.',
  'Choose the table again, or restore it.': 'Escolha a tabela novamente ou restaure-a.',
  'The server accepted the connection but did not answer in time.':
    'O servidor aceitou a conexão, mas não respondeu a tempo.',
  'Check that a PostgreSQL server listens on this port.': 'Verifique se um servidor PostgreSQL escuta nesta porta.',
  'The certificate of the server is not trusted.': 'O certificado do servidor não é confiável.',
  'Give the CA certificate, or correct the host name.': 'Informe o certificado da CA ou corrija o nome do host.',
  'the row was refused': 'a linha foi recusada',
  'A row with this key exists already ({index}).': 'Já existe uma linha com esta chave ({index~}).',
  'unique index': 'índice único',
  'The column "{field}" must have a value.': 'A coluna "{field}" precisa ter um valor.',
  'The row points to a row that does not exist ({index}).': 'A linha aponta para uma linha que não existe ({index~}).',
  'foreign key': 'chave estrangeira',
  'The row breaks a rule of the table ({rule}).': 'A linha viola uma regra da tabela ({rule}).',
  'The database refused the row: {message}.': 'O banco de dados recusou a linha: {message~}.',
  'The database refused the request.': 'O banco de dados recusou a solicitação.',
  'The database refused the request: {reason}.': 'O banco de dados recusou a solicitação: {reason~}.',
  'The table "{owner}.{name}" exists already.': 'A tabela "{owner}.{name}" já existe.',
  'Reading {table} failed.': 'A leitura de {table} falhou.',
  'Reading {table} failed: {reason}.': 'A leitura de {table} falhou: {reason~}.',
  'Writing {table} failed.': 'A gravação em {table} falhou.',
  'Writing {table} failed: {reason}.': 'A gravação em {table} falhou: {reason~}.',
  'A value of the row cannot be read (nested too deep).':
    'Um valor da linha não pode ser lido (aninhamento profundo demais).',
  'holds an item that {reason}': 'contém um item que {reason!}',
  PostgreSQL: 'PostgreSQL',
  'Reads and writes tables of PostgreSQL 12 and later, reads views.':
    'Lê e grava tabelas do PostgreSQL 12 ou posterior; lê visões.',
  Schema: 'Schema',
  'Lists only tables of this schema; empty lists all.': 'Lista apenas as tabelas deste schema; vazio lista todas.',
  'timestamptz is read in this offset; times with an offset are converted to it for columns without a zone.':
    'timestamptz é lido neste deslocamento; horas com deslocamento são convertidas para ele em colunas sem fuso.',
  'The table {table} has row level security, which may hide rows from this user. Hidden rows are not read, and look as if they were not there: let the user see all rows (alter role … bypassrls), or make sure that its policies do.':
    'A tabela {table} tem segurança por linha, que pode ocultar linhas deste usuário. Linhas ocultas não são lidas e parecem não existir: deixe o usuário ver todas (alter role … bypassrls), ou verifique que as políticas o permitem.',
  'row level security may hide rows of {count} tables: {names}':
    'a segurança por linha pode ocultar linhas de {count} tabelas: {names}',
  'Hidden rows are not read, and look as if they were not there. If all are to be read, an administrator runs this.':
    'Linhas ocultas não são lidas e parecem não existir. Para ler todas, um administrador executa isto.',
}
