# The table, from the wheels in dist: `make wheel`, then `docker compose up`.
FROM python:3.13-slim
COPY dist/*.whl /dist/
RUN pip install --no-cache-dir --find-links /dist "kibitz[table]" && rm -r /dist && useradd --create-home player
USER player
VOLUME /home/player/data
EXPOSE 8400
CMD ["kibitz", "serve", "--host", "0.0.0.0", "--data", "/home/player/data/table.sqlite"]
