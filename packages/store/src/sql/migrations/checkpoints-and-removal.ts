/** Checkpoints of logs, and commits that remove logs. */
export const checkpointsAndRemoval = `
create table carebench.log_checkpoints (
  log text collate "C" not null,
  engine text collate "C" not null,
  from_seq bigint not null,
  content json not null,
  primary key (log, engine, from_seq)
);

-- Executes a plan, and removes logs if it took effect.
create function carebench.commit_removing(p_plan jsonb, p_docs json[], p_entries json[], p_logs text[]) returns jsonb
language plpgsql as $body$
declare
  result jsonb := carebench.commit_plan(p_plan, p_docs, p_entries);
begin
  if (result ->> 'ok')::boolean then
    delete from carebench.log_checkpoints where log = any(p_logs);
    delete from carebench.log_entries where log = any(p_logs);
  end if;
  return result;
end $body$;
`
