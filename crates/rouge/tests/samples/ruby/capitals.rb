# Capitals of Latin-1 begin no symbol, others do.
x = { :É => 1, :Ω => 2, :ǅx => 3, :état => 4 }
@É = @état + @Ωx + @@Ж; "#@été #@É"
