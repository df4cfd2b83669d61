"""Published experiments: what was claimed, played again and judged. One TOML file per table or figure."""
