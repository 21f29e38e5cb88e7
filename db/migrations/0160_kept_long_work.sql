-- Long work that ended long ago is forgotten (the job longWork.removeOld), by this index.
create index long_work_finished on long_work (finished_at) where finished_at is not null;
